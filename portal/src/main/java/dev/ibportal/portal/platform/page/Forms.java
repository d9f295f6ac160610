package dev.ibportal.portal.platform.page;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.fault.DomainFault.FieldError;
import dev.ibportal.portal.platform.fault.DomainFault.Problem;
import jakarta.ws.rs.core.MultivaluedMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Reads forms as they were sent, and puts refusals into them. */
public final class Forms {
    private static final String VERSION = "version";

    private Forms() {}

    public static Form read(MultivaluedMap<String, String> sent) {
        Map<String, String> values = new LinkedHashMap<>();
        sent.forEach((name, all) -> values.put(name, all.isEmpty() ? "" : all.get(0)));
        return new Form(values, List.of(), version(values.getOrDefault(VERSION, "0")));
    }

    private static int version(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            DomainFault fault = new DomainFault.Malformed("The form's version \"" + text + "\" is no number.");
            fault.addSuppressed(e);
            throw fault;
        }
    }

    /** An id that a form sent: from one of our lists, unless somebody wrote it by hand. */
    public static UUID id(String field, String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            DomainFault fault = new DomainFault.Malformed("Field " + field + " holds no id: \"" + text + "\".");
            fault.addSuppressed(e);
            throw fault;
        }
    }

    /** Faults that the person can mend in the form; all others are not the form's to show. */
    public static Form refused(Form form, DomainFault fault) {
        Problem problem = fault.problem();
        if (problem.status() != 409 && problem.status() != 412 && problem.status() != 422) {
            throw fault;
        }
        return problem.errors().isEmpty()
                ? form.refused(List.of(new FieldError("", problem.detail(), problem.type())))
                : form.refused(problem.errors());
    }
}
