package dev.ibportal.portal.evidence.core;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One thing that has to hold for a tenant to be apart.
 *
 * @param kind stable code: keys-unique, default-limited, no-foreign-members, sm-keys, negative-ping
 * @param subject partition or fabric it is about
 * @param seenAt when the oldest thing was seen that the verdict rests on; none when nothing was
 * @param detail what was looked at and found; names nothing of other tenants
 * @param partition which it is about, if it is one
 * @param course of a ping: from where to where
 */
public record Check(
        String kind,
        String subject,
        Verdict verdict,
        @Nullable Instant seenAt,
        String detail,
        @Nullable UUID partition,
        @Nullable Course course) {

    Check(String kind, String subject, Verdict verdict, @Nullable Instant seenAt, String detail) {
        this(kind, subject, verdict, seenAt, detail, null, null);
    }

    Check about(UUID which, @Nullable Course how) {
        return new Check(kind, subject, verdict, seenAt, detail, which, how);
    }

    /**
     * Who was asked to ping whom, so that everybody can try it again.
     *
     * @param from host, interface and address
     * @param inside address in the same partition, which has to answer
     * @param to address in another partition; none where that is another tenant's
     * @param packets of each ping
     */
    public record Course(
            String from, String inside, @Nullable String to, int packets) {}

    /** Not to know is neither of the other two. */
    public enum Verdict {
        PROVED,
        BROKEN,
        NOT_VERIFIED
    }
}
