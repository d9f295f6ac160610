package dev.ibportal.types;

import java.text.Normalizer;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * What people call a thing: any script, in Unicode NFC, 1 to {@value #MAX} characters, without control characters.
 * Only shown, never written into a file that root or the subnet manager reads.
 *
 * @param text the name as typed, in NFC
 */
public record DisplayName(String text) {
    public static final int MAX = 120;

    private static final Set<Character.UnicodeScript> JOINING = EnumSet.of(
            Character.UnicodeScript.ARABIC,
            Character.UnicodeScript.SYRIAC,
            Character.UnicodeScript.NKO,
            Character.UnicodeScript.MONGOLIAN,
            Character.UnicodeScript.DEVANAGARI,
            Character.UnicodeScript.BENGALI,
            Character.UnicodeScript.GURMUKHI,
            Character.UnicodeScript.GUJARATI,
            Character.UnicodeScript.ORIYA,
            Character.UnicodeScript.TAMIL,
            Character.UnicodeScript.TELUGU,
            Character.UnicodeScript.KANNADA,
            Character.UnicodeScript.MALAYALAM,
            Character.UnicodeScript.SINHALA,
            Character.UnicodeScript.KHMER,
            Character.UnicodeScript.MYANMAR);

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
        int[] all = text.codePoints().toArray();
        for (int i = 0; i < all.length; i++) {
            if (isIgnorable(all[i]) && !isPartOfWriting(all[i], i == 0 ? ' ' : all[i - 1])) {
                throw new InvalidValueException(
                        "name.invisible-character",
                        String.format(
                                "name %s holds the invisible character U+%04X, which is not allowed",
                                Text.quote(text), all[i]),
                        text);
            }
        }
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

    /** What Unicode calls default ignorable: nobody sees it, so two names that differ in it look the same. */
    private static boolean isIgnorable(int c) {
        return c == 0x00ad
                || c == 0x034f
                || c == 0x061c
                || (c >= 0x115f && c <= 0x1160)
                || (c >= 0x17b4 && c <= 0x17b5)
                || (c >= 0x180b && c <= 0x180f)
                || (c >= 0x200b && c <= 0x200f)
                || (c >= 0x2060 && c <= 0x2065)
                || (c >= 0x206a && c <= 0x206f)
                || c == 0x3164
                || (c >= 0xfe00 && c <= 0xfe0f)
                || c == 0xfeff
                || c == 0xffa0
                || (c >= 0xfff0 && c <= 0xfff8)
                || (c >= 0x1bca0 && c <= 0x1bca3)
                || (c >= 0x1d173 && c <= 0x1d17a)
                || (c >= 0xe0000 && c <= 0xe0fff);
    }

    /** Joiners where a script or an emoji is written with them, and what picks an emoji's form; none of it is in the key. */
    private static boolean isPartOfWriting(int c, int before) {
        boolean emoji = Character.getType(before) == Character.OTHER_SYMBOL || (before >= 0x1f3fb && before <= 0x1f3ff);
        return switch (c) {
            case 0xfe0e, 0xfe0f -> emoji;
            case 0x200c, 0x200d -> emoji || before == 0xfe0f || JOINING.contains(Character.UnicodeScript.of(before));
            default -> false;
        };
    }

    /**
     * Two names with one key count as the same name: compatible forms made one (full-width letters, ligatures), case
     * folded (upper, then lower case, so that {@code ß} meets {@code SS}), invisible characters left out, blanks around it
     * dropped and runs of blanks made one.
     */
    public String key() {
        String plain = Normalizer.normalize(text, Normalizer.Form.NFKC);
        String folded = plain.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        String seen = folded.codePoints()
                .filter(c -> !isIgnorable(c))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return Normalizer.normalize(seen, Normalizer.Form.NFKC).strip().replaceAll("\\s+", " ");
    }

    @Override
    public String toString() {
        return text;
    }
}
