package dev.ibportal.types;

import java.text.Normalizer;
import java.util.Locale;

/**
 * What people call a thing: any script, in Unicode NFC, 1 to {@value #MAX} characters, without control characters.
 * Only shown, never written into a file that root or the subnet manager reads.
 *
 * @param text the name as typed, in NFC
 */
public record DisplayName(String text) {
    public static final int MAX = 120;

    /** @throws InvalidValueException if it is blank, too long, or has characters that cannot be shown */
    public DisplayName {
        text = Normalizer.normalize(text, Normalizer.Form.NFC);
        if (text.isBlank()) {
            throw new InvalidValueException("name.blank", "a name must not be blank", text);
        }
        int length = text.codePointCount(0, text.length());
        if (length > MAX) {
            throw new InvalidValueException(
                    "name.length", "the name has " + length + " characters, at most " + MAX + " are possible", text);
        }
        requireVisible(text);
    }

    private static void requireVisible(String text) {
        int bad = text.codePoints().filter(DisplayName::isHidden).findFirst().orElse(-1);
        if (bad >= 0) {
            throw new InvalidValueException(
                    "name.control-character",
                    String.format(
                            "name %s holds the control character U+%04X, which is not allowed", Text.quote(text), bad),
                    text);
        }
    }

    /** Controls, line separators, lone surrogates, and marks that turn the direction of the text around a name. */
    private static boolean isHidden(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                true;
            default -> (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
        };
    }

    /**
     * Two names with one key count as the same name: case folded (upper, then lower case, so that {@code ß} meets
     * {@code SS}), blanks around it dropped and runs of blanks made one.
     */
    public String key() {
        String folded = text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        return Normalizer.normalize(folded, Normalizer.Form.NFC).strip().replaceAll("\\s+", " ");
    }

    @Override
    public String toString() {
        return text;
    }
}
