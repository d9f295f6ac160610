package dev.ibportal.portal.people;

import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.types.InvalidValueException;
import org.jspecify.annotations.Nullable;

/** One line of text, perhaps empty, kept as typed but for blanks around it. */
final class PlainText {
    private static final int MOST = 200;

    private PlainText() {}

    static String line(String field, @Nullable String text) {
        return Field.orElse(field, text, PlainText::line, "");
    }

    private static String line(String text) {
        String line = text.strip();
        int length = line.codePointCount(0, line.length());
        if (length > MOST) {
            throw new InvalidValueException(
                    "line.length", "has " + length + " characters, at most " + MOST + " are possible", text);
        }
        if (line.codePoints().anyMatch(Character::isISOControl)) {
            throw new InvalidValueException(
                    "line.control-character",
                    "holds control characters, such as a line break or tab; type it again without them",
                    text);
        }
        return line;
    }
}
