package dev.ibportal.types;

import java.util.regex.Pattern;

/**
 * An EUI-64 that names a port, node or system on the fabric. Shown as {@code 0x} and sixteen lower-case hex digits.
 * Ordered as an unsigned number.
 *
 * @param value the 64 bits; neither zero nor all ones
 */
public record Guid(long value) implements Comparable<Guid> {
    private static final int DIGITS = 16;
    private static final int BYTES = 8;
    private static final Pattern BY_TWO = Pattern.compile("[0-9a-fA-F]{2}(:[0-9a-fA-F]{2})+");
    private static final Pattern BY_FOUR = Pattern.compile("[0-9a-fA-F]{4}(:[0-9a-fA-F]{4})+");

    /** @throws InvalidValueException for zero and all ones, which name nothing */
    public Guid {
        if (value == 0 || value == -1) {
            String text = String.format("0x%016x", value);
            throw new InvalidValueException(
                    "guid.reserved", "GUID " + text + " names no port: zero and all ones are not valid GUIDs", text);
        }
    }

    /**
     * Reads {@code 0x} and 1 to 16 hex digits (padded on the left), 16 hex digits without it, or 8 bytes with colons
     * every 2 or 4 digits. Blanks around it are dropped.
     *
     * @throws InvalidValueException for anything else, in particular 6-byte MACs, 20-byte IPoIB addresses and decimals
     */
    public static Guid parse(String text) {
        return new Guid(Long.parseUnsignedLong(digits(Text.trimBlanks(text), text), 16));
    }

    private static String digits(String trimmed, String text) {
        if (Text.hasHexPrefix(trimmed)) {
            String digits = trimmed.substring(2);
            if (Text.isHex(digits) && digits.length() <= DIGITS) {
                return digits;
            }
        } else if (trimmed.indexOf(':') >= 0) {
            return withoutColons(trimmed, text);
        } else if (Text.isHex(trimmed) && trimmed.length() == DIGITS) {
            return trimmed;
        }
        throw notAGuid(text);
    }

    private static String withoutColons(String trimmed, String text) {
        if (!BY_TWO.matcher(trimmed).matches() && !BY_FOUR.matcher(trimmed).matches()) {
            throw notAGuid(text);
        }
        String digits = trimmed.replace(":", "");
        int bytes = digits.length() / 2;
        if (bytes != BYTES) {
            throw new InvalidValueException(
                    "guid.length",
                    Text.quote(text) + " is not an 8-byte GUID: 8 bytes expected, " + bytes + " given" + hint(bytes),
                    text);
        }
        return digits;
    }

    private static String hint(int bytes) {
        return switch (bytes) {
            case 6 -> " (an Ethernet MAC?)";
            case 20 -> " (an IPoIB hardware address? its last 8 bytes are the port GUID)";
            default -> "";
        };
    }

    private static InvalidValueException notAGuid(String text) {
        return new InvalidValueException(
                "guid.syntax",
                Text.quote(text) + " is not a GUID: 0x and 1 to 16 hex digits, 16 hex digits,"
                        + " or 8 bytes with colons, for example 0x02a1f00300c0ffee",
                text);
    }

    /** Sixteen lower-case hex digits without {@code 0x}. */
    public String hex() {
        return String.format("%016x", value);
    }

    @Override
    public int compareTo(Guid other) {
        return Long.compareUnsigned(value, other.value);
    }

    @Override
    public String toString() {
        return "0x" + hex();
    }
}
