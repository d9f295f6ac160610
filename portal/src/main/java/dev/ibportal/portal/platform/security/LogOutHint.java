package dev.ibportal.portal.platform.security;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The address at which a session's person logs out at the provider. It holds the ID token, which only the log-out needs: so
 * it is encrypted with a key made of the session's cookie, and whoever reads the database has no token.
 */
final class LogOutHint {
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;
    private static final SecureRandom RANDOM = new SecureRandom();

    private LogOutHint() {}

    static byte[] seal(String address, String cookie) {
        byte[] nonce = new byte[NONCE];
        RANDOM.nextBytes(nonce);
        try {
            byte[] hidden =
                    cipher(Cipher.ENCRYPT_MODE, nonce, cookie).doFinal(address.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.allocate(NONCE + hidden.length)
                    .put(nonce)
                    .put(hidden)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES in GCM", e);
        }
    }

    /** Empty when somebody has tampered with it: then there is no log-out at the provider, only here. */
    static Optional<String> open(byte[] hidden, String cookie) {
        try {
            byte[] nonce = Arrays.copyOf(hidden, NONCE);
            byte[] address = cipher(Cipher.DECRYPT_MODE, nonce, cookie).doFinal(hidden, NONCE, hidden.length - NONCE);
            return Optional.of(new String(address, StandardCharsets.UTF_8));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Cipher cipher(int mode, byte[] nonce, String cookie) throws GeneralSecurityException {
        SecretKey key = new SecretKeySpec(Secrets.hash("log-out hint of " + cookie), "AES");
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        return cipher;
    }
}
