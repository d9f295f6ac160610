package dev.ibportal.portal.tenant;

import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.types.DisplayName;
import dev.ibportal.types.InvalidValueException;
import org.jspecify.annotations.Nullable;

/** A form that was read and found acceptable. */
record TenantText(DisplayName name, String description) {
    private static final int MOST = 4000;
    private static final int MOST_OF_A_LINE = 1000;

    static TenantText of(TenantForm form) {
        return new TenantText(
                Field.required("name", form.name(), DisplayName::new),
                Field.orElse("description", form.description(), TenantText::description, ""));
    }

    /** A reason or a note: one line, perhaps empty. */
    static String line(String field, @Nullable String text) {
        return Field.orElse(field, text, TenantText::line, "");
    }

    private static String line(String text) {
        String line = text.strip();
        int length = line.codePointCount(0, line.length());
        if (length > MOST_OF_A_LINE) {
            throw new InvalidValueException(
                    "line.length", "has " + length + " characters, at most " + MOST_OF_A_LINE + " are possible", text);
        }
        if (line.codePoints().anyMatch(Character::isISOControl)) {
            throw new InvalidValueException(
                    "line.control-character",
                    "holds control characters, such as a line break or tab; type it again without them",
                    text);
        }
        return line;
    }

    /** Kept as typed, so that what is shown in a form and saved again is the same to the last byte. */
    private static String description(String text) {
        int length = text.codePointCount(0, text.length());
        if (length > MOST) {
            throw new InvalidValueException(
                    "description.length", "has " + length + " characters, at most " + MOST + " are possible", text);
        }
        if (text.codePoints().anyMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\r' && c != '\t')) {
            throw new InvalidValueException(
                    "description.control-character", "holds control characters other than line breaks and tabs", text);
        }
        return text;
    }
}
