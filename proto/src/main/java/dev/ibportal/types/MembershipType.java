package dev.ibportal.types;

import java.util.Arrays;
import java.util.Locale;

/** How a port belongs to a partition. Two limited members cannot talk to each other. */
public enum MembershipType {
    FULL,
    LIMITED;

    /** The membership that bit 15 of a 16-bit PKey table entry says (InfiniBand specification, 10.9.1.2). */
    public static MembershipType ofTableEntry(int entry) {
        return (entry & PKey.FULL_BIT) != 0 ? FULL : LIMITED;
    }

    /** Reads {@code full} or {@code limited}, exactly so. */
    public static MembershipType parse(String text) {
        return Arrays.stream(values())
                .filter(type -> type.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException(
                        "membership.unknown",
                        "membership " + Text.quote(text) + " is neither \"full\" nor \"limited\"",
                        text));
    }

    /** {@code full} or {@code limited}: in the API, in partitions.conf and on pages. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
