package dev.ibportal.portal.session.core;

import com.google.protobuf.MessageLite;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Fingerprints of messages. Messages without maps have one encoding only, so equal content gives equal digests. */
public final class Digests {
    private Digests() {}

    /** SHA-256 in lower-case hex. */
    public static String of(MessageLite message) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(message.toByteArray());
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
