package dev.ibportal.portal.evidence.core;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One thing that has to hold for a tenant to be apart.
 *
 * @param kind stable code: keys-unique, default-limited, no-foreign-members, sm-keys, negative-ping
 * @param subject partition or fabric it is about
 * @param seenAt when the oldest thing was seen that the verdict rests on; none when nothing was
 * @param detail what was looked at and found; names nothing of other tenants
 */
public record Check(
        String kind,
        String subject,
        Verdict verdict,
        @Nullable Instant seenAt,
        String detail) {
    /** Not to know is neither of the other two. */
    public enum Verdict {
        PROVED,
        BROKEN,
        NOT_VERIFIED
    }
}
