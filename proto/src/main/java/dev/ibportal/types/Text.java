package dev.ibportal.types;

/** What the parsers share. ASCII only: {@code Character.digit} and {@code strip} would take other scripts too. */
final class Text {
    private static final int SHOWN = 60;

    private Text() {}

    static String trimBlanks(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isBlank(text.charAt(from))) {
            from++;
        }
        while (to > from && isBlank(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    /** The text in double quotes for a message, shortened, with control characters made visible. */
    static String quote(String text) {
        StringBuilder shown = new StringBuilder("\"");
        text.codePoints().limit(SHOWN).forEach(c -> {
            if (Character.isISOControl(c)) {
                shown.append(String.format("\\u%04x", c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.append(text.codePointCount(0, text.length()) > SHOWN ? "…\"" : "\"")
                .toString();
    }

    static boolean hasHexPrefix(String text) {
        return text.startsWith("0x") || text.startsWith("0X");
    }

    static boolean isHex(String text) {
        return !text.isEmpty() && text.chars().allMatch(Text::isHexDigit);
    }

    static boolean isDecimal(String text) {
        return !text.isEmpty() && text.chars().allMatch(Text::isDecimalDigit);
    }

    /** A plain number of at most {@code maxDigits} digits without sign and without leading zero, or -1. */
    static int decimal(String text, int maxDigits) {
        boolean leadingZero = text.length() > 1 && text.charAt(0) == '0';
        return isDecimal(text) && text.length() <= maxDigits && !leadingZero ? Integer.parseInt(text) : -1;
    }

    private static boolean isHexDigit(int c) {
        return isDecimalDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    }

    private static boolean isDecimalDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
