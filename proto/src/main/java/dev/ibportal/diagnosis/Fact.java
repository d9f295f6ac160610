package dev.ibportal.diagnosis;

import java.time.Instant;

/**
 * One piece of evidence.
 *
 * @param source the command with its arguments, or the file
 * @param at when it was looked at
 */
public record Fact(FactKey key, String source, Instant at, Told told) {
    /** The value as people read it. */
    public String text() {
        if (told instanceof Told.Value value) {
            return value.text();
        }
        return told instanceof Told.Unknown unknown ? "could not be told: " + unknown.why() : "nothing";
    }
}
