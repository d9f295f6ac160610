package dev.ibportal.portal.platform.fault;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.util.Collection;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says where a JSON body is wrong, and how. */
public final class JsonFaults {
    private static final Pattern SOURCE = Pattern.compile(
            "\\s*[(;,]?\\s*(\\(?(for|in) \\w+( \\w+)* (starting|marker)|start marker)?\\s*at \\[Source:.*");

    private JsonFaults() {}

    public static DomainFault explain(JsonProcessingException e) {
        if (e instanceof UnrecognizedPropertyException unknown) {
            return new DomainFault.Malformed("The field " + path(unknown) + " is unknown here; known are "
                    + unknown.getKnownPropertyIds().stream()
                            .map(Object::toString)
                            .sorted()
                            .collect(Collectors.joining(", "))
                    + ".");
        }
        if (e instanceof InvalidFormatException format) {
            return new DomainFault.Invalid(
                    path(format),
                    "\"" + format.getValue() + "\" is of the wrong kind; " + name(format.getTargetType())
                            + " is expected");
        }
        if (e instanceof InvalidNullException empty) {
            return new DomainFault.Invalid(path(empty), "holds null; leave that out");
        }
        if (e instanceof MismatchedInputException mismatch
                && !mismatch.getPath().isEmpty()) {
            return new DomainFault.Invalid(
                    path(mismatch),
                    "the value is of the wrong kind" + place(e) + "; " + name(mismatch.getTargetType())
                            + " is expected");
        }
        if (e instanceof MismatchedInputException) {
            return new DomainFault.Malformed(
                    "The body is not of the expected form" + place(e) + "; exactly one JSON object is expected.");
        }
        if (e instanceof InputCoercionException || e.getCause() instanceof InputCoercionException) {
            String field = e instanceof JsonMappingException mapping ? path(mapping) : "";
            return new DomainFault.Invalid(field, "the number is far too large" + place(e));
        }
        return new DomainFault.Malformed("The body is no JSON" + place(e) + ": " + plain(e.getOriginalMessage()));
    }

    /** Without what the parser says of itself. */
    private static String plain(String message) {
        String first = message.lines().findFirst().orElse("");
        return SOURCE.matcher(first).replaceAll("").strip();
    }

    private static String path(JsonMappingException e) {
        return e.getPath().stream()
                .map(part -> part.getFieldName() == null ? "[" + part.getIndex() + "]" : part.getFieldName())
                .collect(Collectors.joining("."))
                .replace(".[", "[");
    }

    private static String name(@Nullable Class<?> type) {
        if (type == null) {
            return "another one";
        }
        if (type == String.class) {
            return "text";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
            return "a number";
        }
        return Collection.class.isAssignableFrom(type) ? "a list" : "a " + type.getSimpleName();
    }

    private static String place(JsonProcessingException e) {
        JsonLocation at = e.getLocation();
        return at == null || at.getLineNr() < 1
                ? ""
                : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
    }
}
