package dev.ibportal.types;

import java.util.regex.Pattern;

/**
 * Name of a network interface that we are ready to write into files and argument vectors: ASCII letters, digits,
 * {@code _ - .}, beginning with a letter or digit, at most {@value #MAX} characters (IFNAMSIZ less the final zero).
 *
 * @param text the name
 */
public record InterfaceName(String text) {
    public static final int MAX = 15;

    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]*");
    /** Dot and four digits. */
    private static final int CHILD_SUFFIX = 5;

    /** @throws InvalidValueException if it is not of that form */
    public InterfaceName {
        if (!SAFE.matcher(text).matches()) {
            throw new InvalidValueException(
                    "interface-name.syntax",
                    "interface name " + Text.quote(text)
                            + " is not made of letters, digits, '_', '-' and '.', beginning with a letter or digit",
                    text);
        }
        if (text.length() > MAX) {
            throw new InvalidValueException(
                    "interface-name.length",
                    "interface name " + Text.quote(text) + " has " + text.length() + " characters, at most " + MAX
                            + " are possible",
                    text);
        }
    }

    /**
     * Name of the child for a partition, the same for every back-end: {@code ib0} and 0x8005 give {@code ib0.8005}.
     *
     * @throws InvalidValueException if it would be longer than {@value #MAX} characters; kernel and NetworkManager then
     *     cut differently, so such a child has no one name
     */
    public InterfaceName child(PKey pkey) {
        String child = text + "." + pkey.hex();
        if (child.length() > MAX) {
            throw new InvalidValueException(
                    "interface-name.length",
                    "child interface " + Text.quote(child) + " would have " + child.length() + " characters, at most "
                            + MAX + " are possible: parent " + Text.quote(text) + " has " + text.length()
                            + ", at most " + (MAX - CHILD_SUFFIX) + " leave room for the PKey",
                    child);
        }
        return new InterfaceName(child);
    }

    @Override
    public String toString() {
        return text;
    }
}
