package dev.ibportal.portal.tenant;

import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.types.DisplayName;
import dev.ibportal.types.InvalidValueException;

/** A form that was read and found acceptable. */
record TenantText(DisplayName name, String description) {
    private static final int MOST = 4000;

    static TenantText of(TenantForm form) {
        return new TenantText(
                Field.required("name", form.name(), DisplayName::new),
                Field.orElse("description", form.description(), TenantText::description, ""));
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
