package dev.ibportal.audit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * SHA-256 over events, leaves and nodes. Every text goes in with its length, so that no two events give the same bytes.
 * Not for several threads at once.
 */
public final class Hashing {
    public static final int LENGTH = 32;

    private static final byte LEAF = 0;
    private static final byte NODE = 1;
    private static final byte LINK = 2;
    private static final int ABSENT = -1;
    private static final byte[] EVENT = "ibportal-audit-event-1\n".getBytes(StandardCharsets.US_ASCII);

    private final MessageDigest sha = sha256();

    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    public byte[] event(AuditRecord event) {
        sha.update(EVENT);
        number(event.id());
        number(micros(event.at()));
        text(event.actorId());
        text(event.actorName());
        text(event.actorTenantId());
        text(event.behalfId());
        text(event.behalfName());
        text(event.tenantId());
        text(event.tenantName());
        text(event.action());
        text(event.objectKind());
        text(event.objectId());
        text(event.objectName());
        text(event.before());
        text(event.after());
        text(event.outcome());
        text(event.reason());
        text(event.requestId());
        text(event.sourceAddress());
        return sha.digest();
    }

    /** An event at its place. */
    public byte[] leaf(long number, byte[] digest) {
        sha.update(LEAF);
        number(number);
        sha.update(digest);
        return sha.digest();
    }

    byte[] node(byte[] left, byte[] right) {
        sha.update(NODE);
        sha.update(left);
        sha.update(right);
        return sha.digest();
    }

    /** Ties a leaf to all before it. */
    public byte[] link(byte[] previous, byte[] leaf) {
        sha.update(LINK);
        sha.update(previous);
        sha.update(leaf);
        return sha.digest();
    }

    static long micros(Instant at) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, at);
    }

    private void number(long value) {
        for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            sha.update((byte) (value >>> shift));
        }
    }

    private void length(int value) {
        for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            sha.update((byte) (value >>> shift));
        }
    }

    private void text(@Nullable String value) {
        if (value == null) {
            length(ABSENT);
            return;
        }
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        length(bytes.length);
        sha.update(bytes);
    }
}
