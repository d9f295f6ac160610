package dev.ibportal.audit;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;

/** Ed25519, as the seals use it. */
public final class SealKeys {
    public static final String ALGORITHM = "Ed25519";

    private static final int ID_LENGTH = 32;

    private SealKeys() {}

    /** The key's name: the beginning of the SHA-256 of its public half. */
    public static String id(byte[] publicKey) {
        return HexFormat.of().formatHex(Hashing.sha256().digest(publicKey)).substring(0, ID_LENGTH);
    }

    public static byte[] sign(PrivateKey key, byte[] message) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(key);
            signature.update(message);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the key cannot sign", e);
        }
    }

    public static boolean verifies(byte[] publicKey, byte[] message, byte[] signed) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initVerify(publicKey(publicKey));
            signature.update(message);
            return signature.verify(signed);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }

    public static PublicKey publicKey(byte[] encoded) throws GeneralSecurityException {
        return KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(encoded));
    }

    public static PrivateKey privateKey(byte[] encoded) throws GeneralSecurityException {
        return KeyFactory.getInstance(ALGORITHM).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    }

    /** What a key signs to vouch for its successor. */
    public static byte[] endorsement(byte[] successor) {
        return ("ibportal-audit-key-1\n" + id(successor)).getBytes(StandardCharsets.US_ASCII);
    }
}
