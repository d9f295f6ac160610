package dev.ibportal.portal.platform.page;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.fault.DomainFault.FieldError;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What stands in a form, with what was wrong with it. A refused form comes back with everything that was typed. Public
 * for the templates.
 */
public record Form(Map<String, String> values, List<FieldError> errors, int version) {
    public Form {
        values = new LinkedHashMap<>(values);
        errors = List.copyOf(errors);
    }

    /** A form nobody has filled in; the pairs are its defaults. */
    public static Form empty(String... pairs) {
        return filled(0, pairs);
    }

    /** A form of something that is there, read at that version. */
    public static Form filled(int version, String... pairs) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            values.put(pairs[i], pairs[i + 1]);
        }
        return new Form(values, List.of(), version);
    }

    public Form refused(List<FieldError> why) {
        return new Form(values, why, version);
    }

    public Form refused(String message) {
        return refused(List.of(new FieldError("", message)));
    }

    /** The same, to be saved over that version: the person has now seen that there is a newer one. */
    public Form at(int present) {
        return new Form(values, errors, present);
    }

    /** Of several forms on one page only one was sent: the others stay as they were. */
    public Form withDefault(String field, String value) {
        Map<String, String> more = new LinkedHashMap<>(values);
        more.putIfAbsent(field, value);
        return new Form(more, errors, version);
    }

    /** Whether somebody wanted something kept, and not only looked. */
    public boolean isSent() {
        return !values.isEmpty();
    }

    /** For secrets, which never go back to the browser. */
    public Form without(String... fields) {
        Map<String, String> fewer = new LinkedHashMap<>(values);
        fewer.keySet().removeAll(List.of(fields));
        return new Form(fewer, errors, version);
    }

    public String value(String field) {
        return values.getOrDefault(field, "");
    }

    public boolean is(String field, String value) {
        return value(field).equals(value);
    }

    public boolean isFailed() {
        return !errors.isEmpty();
    }

    public boolean hasError(String field) {
        return error(field).isPresent();
    }

    /** The first one of a field that has one. */
    public FieldError fieldError(String field) {
        return errors.stream()
                .filter(error -> error.field().equals(field))
                .findFirst()
                .orElseThrow();
    }

    public Optional<String> error(String field) {
        return errors.stream()
                .filter(error -> error.field().equals(field))
                .map(FieldError::message)
                .findFirst();
    }

    /** The value without blanks around it; null when nothing is left. */
    public @Nullable String text(String field) {
        String value = value(field).strip();
        return value.isEmpty() ? null : value;
    }

    /** @throws DomainFault.Invalid if there is something that is no whole number */
    public @Nullable Long number(String field) {
        String text = text(field);
        try {
            return text == null ? null : Long.valueOf(text);
        } catch (NumberFormatException e) {
            DomainFault fault = new DomainFault.Invalid(field, "\"" + text + "\" is no whole number");
            fault.addSuppressed(e);
            throw fault;
        }
    }

    /** @throws DomainFault.Invalid if there is something that is no whole number, or a far too large one */
    public @Nullable Integer integer(String field) {
        Long number = number(field);
        if (number != null && number != number.intValue()) {
            throw new DomainFault.Invalid(field, number + " is far too large");
        }
        return number == null ? null : number.intValue();
    }

    /** A text of several lines. Browsers send carriage returns that nobody typed. */
    public String lines(String field) {
        return value(field).replace("\r\n", "\n");
    }

    /** The lines that are not blank. */
    public List<String> list(String field) {
        return lines(field)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
    }

    public boolean isChecked(String field) {
        return !value(field).isEmpty();
    }
}
