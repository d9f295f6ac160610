package dev.ibportal.portal.posture.core;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One question about a fabric, and its answer.
 *
 * @param kind of the question
 * @param subject what it is about, for example the name of a key
 * @param seenAt age of the oldest thing that the answer rests on; null: nothing was seen
 * @param detail the evidence, in plain English
 */
public record PostureCheck(
        String kind,
        String subject,
        Verdict verdict,
        @Nullable Instant seenAt,
        String detail) {
    public enum Verdict {
        GOOD,
        BAD,
        /** Never seen, or not lately. */
        UNKNOWN
    }
}
