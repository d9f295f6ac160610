package dev.ibportal.daemon.reconcile;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** Tells the last kept transaction of a host from any other, by the file that leads back from it. */
public final class TransactionId {
    /** In {@code state.dir}. */
    public static final String FILE = "last.json";

    private TransactionId() {}

    /** @param content of the file; empty when there is none: then there is nothing to go back from */
    public static String of(Optional<String> content) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            return content.map(text -> HexFormat.of().formatHex(sha256.digest(text.getBytes(StandardCharsets.UTF_8))))
                    .orElse("none");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
