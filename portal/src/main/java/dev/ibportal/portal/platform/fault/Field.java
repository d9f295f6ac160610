package dev.ibportal.portal.platform.fault;

import dev.ibportal.portal.platform.fault.DomainFault.FieldError;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.types.InvalidValueException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the fields of a request; a refusal names the field. Absent is never zero, and empty is never absent. */
public final class Field {
    private Field() {}

    /** @throws Invalid if it is absent or not such a value */
    public static <V, T> T required(String field, @Nullable V value, Function<? super V, T> reader) {
        if (value == null) {
            throw new Invalid(
                    List.of(new FieldError(field, field + " is missing and has no default", "missing")), null);
        }
        return read(field, value, reader);
    }

    /** @throws Invalid if it is there but not such a value */
    public static <V, T> @Nullable T optional(String field, @Nullable V value, Function<? super V, T> reader) {
        return value == null ? null : read(field, value, reader);
    }

    /** @throws Invalid if it is there but not such a value */
    public static <V, T> T orElse(String field, @Nullable V value, Function<? super V, T> reader, T otherwise) {
        return value == null ? otherwise : read(field, value, reader);
    }

    /** Runs a check that spans several values and blames this field when it fails. */
    public static <V, T> T read(String field, V value, Function<? super V, T> reader) {
        try {
            return reader.apply(value);
        } catch (InvalidValueException e) {
            throw new Invalid(field, e);
        }
    }
}
