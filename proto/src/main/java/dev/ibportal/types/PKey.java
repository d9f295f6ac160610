package dev.ibportal.types;

/**
 * A partition key without its membership bit: the low 15 bits name the partition, so {@code 0x0005} and
 * {@code 0x8005} are one PKey (InfiniBand specification, 10.9.1). Shown in the full-member form, {@code 0x8005}.
 *
 * @param base the low 15 bits, 1 to 0x7fff
 */
public record PKey(int base) implements Comparable<PKey> {
    /** The default partition of every fabric, shown as {@code 0xffff}. Never a tenant's. */
    public static final PKey DEFAULT = new PKey(0x7fff);

    static final int FULL_BIT = 0x8000;
    private static final int MAX_DIGITS = 4;

    /** @throws InvalidValueException if {@code base} is not 1 to 0x7fff */
    public PKey {
        if (base < 1 || base > 0x7fff) {
            String text = Integer.toString(base);
            throw new InvalidValueException(
                    "pkey.range", "PKey base " + text + " is outside 1 to 32767 (0x0001 to 0x7fff)", text);
        }
    }

    /**
     * The PKey of a 16-bit value as it stands in PKey tables and netlink; bit 15 is dropped.
     *
     * @throws InvalidValueException if the value needs more than 16 bits or names no partition (0x0000, 0x8000)
     */
    public static PKey of(int value) {
        String text = value < 0 ? Integer.toString(value) : String.format("0x%04x", value);
        if (value < 0 || value > 0xffff) {
            throw new InvalidValueException("pkey.range", "PKey " + text + " does not fit into 16 bits", text);
        }
        return fromValue(value, text);
    }

    /**
     * Reads what a person typed for a partition of a tenant: blanks around it, then {@code 0x} or {@code 0X} and 1 to
     * 4 hex digits. Bare numbers are refused, because {@code 8021} could mean two different partitions.
     *
     * @throws InvalidValueException if it is not of that form, is 0x0000 or 0x8000, or is the default partition
     */
    public static PKey parse(String text) {
        return parseAny(text).requireTenant();
    }

    /** Like {@link #parse}, but takes the default partition too: for bounds of ranges and for what tools print. */
    public static PKey parseAny(String text) {
        String trimmed = Text.trimBlanks(text);
        String digits = Text.hasHexPrefix(trimmed) ? trimmed.substring(2) : "";
        if (!Text.isHex(digits) || digits.length() > MAX_DIGITS) {
            throw new InvalidValueException(
                    "pkey.syntax",
                    "PKey " + Text.quote(text) + " is not 0x and 1 to 4 hex digits, for example 0x8005",
                    text);
        }
        return fromValue(Integer.parseInt(digits, 16), text);
    }

    private static PKey fromValue(int value, String text) {
        int base = value & ~FULL_BIT;
        if (base == 0) {
            throw new InvalidValueException(
                    "pkey.zero",
                    "PKey " + Text.quote(text) + " names no partition: 0x0000 and 0x8000 are invalid",
                    text);
        }
        return new PKey(base);
    }

    /** This PKey, unless it is the default partition, which is never a tenant's. */
    public PKey requireTenant() {
        if (isDefault()) {
            throw new InvalidValueException(
                    "pkey.default-partition",
                    "PKey " + this + " is the default partition of every port; choose 0x8001 to 0xfffe",
                    toString());
        }
        return this;
    }

    public boolean isDefault() {
        return base == DEFAULT.base;
    }

    /** 16-bit value with bit 15 set: a full member's table entry, and the value in names and files of the host. */
    public int full() {
        return base | FULL_BIT;
    }

    /** 16-bit value with bit 15 clear: a limited member's table entry. */
    public int limited() {
        return base;
    }

    /** The 16-bit entry that a member of this kind has in its port's table. */
    public int tableEntry(MembershipType membership) {
        return membership == MembershipType.FULL ? full() : limited();
    }

    /** Four lower-case hex digits with bit 15 set, without {@code 0x}: {@code 8005}. */
    public String hex() {
        return String.format("%04x", full());
    }

    @Override
    public int compareTo(PKey other) {
        return Integer.compare(base, other.base);
    }

    @Override
    public String toString() {
        return "0x" + hex();
    }
}
