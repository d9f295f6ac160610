package dev.ibportal.daemon.enrol;

import com.google.protobuf.ByteString;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.HexFormat;
import java.util.List;

/** A fresh ECDSA P-256 key, the request made from it, and the check that the answer belongs to it. */
final class HostKey {
    /** 1.2.840.10045.4.3.2 (RFC 5758, 3.2). */
    private static final byte[] ECDSA_WITH_SHA256 = HexFormat.of().parseHex("2a8648ce3d040302");

    private final KeyPair pair;

    private HostKey(KeyPair pair) {
        this.pair = pair;
    }

    static HostKey generate() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return new HostKey(generator.generateKeyPair());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot make ECDSA P-256 keys", e);
        }
    }

    PrivateKey privateKey() {
        return pair.getPrivate();
    }

    /** PKCS#10 in DER. */
    ByteString request() {
        try {
            byte[] info = Der.sequence(
                    Der.integer(0), Der.sequence(), pair.getPublic().getEncoded(), Der.emptyAttributes());
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(pair.getPrivate());
            signature.update(info);
            return ByteString.copyFrom(
                    Der.sequence(info, Der.sequence(Der.oid(ECDSA_WITH_SHA256)), Der.bitString(signature.sign())));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the certificate request could not be signed", e);
        }
    }

    /** @throws GeneralSecurityException if the chain is not for this key or leads to none of the anchors */
    void check(List<X509Certificate> chain, List<X509Certificate> anchors) throws GeneralSecurityException {
        if (chain.isEmpty() || anchors.isEmpty()) {
            throw new GeneralSecurityException("the portal sent no certificate");
        }
        PublicKey certified = chain.get(0).getPublicKey();
        if (!certified.equals(pair.getPublic())) {
            throw new GeneralSecurityException("the portal's certificate is for another key than this host's");
        }
        Certificates.trusting(anchors).checkClientTrusted(chain.toArray(new X509Certificate[0]), "EC");
    }
}
