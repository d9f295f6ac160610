package dev.ibportal.portal.platform.fault;

import dev.ibportal.types.InvalidValueException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Something that cannot be done, for a reason that the caller can act on. The detail carries the facts: what was asked
 * for, what stands in the way, what would be right.
 */
public abstract sealed class DomainFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    private DomainFault(int status, String type, String title, String detail) {
        this(new Problem(status, type, title, detail, List.of(), Map.of()), null);
    }

    private DomainFault(Problem problem, @Nullable Throwable cause) {
        super(problem.detail(), cause, false, cause != null);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }

    /**
     * The fault as data.
     *
     * @param status HTTP status
     * @param type stable slug, for programs
     * @param title the same for each fault of this type
     * @param detail what happened this time
     * @param errors fields of the request that are wrong
     * @param facts values a program may want to read, beside the detail for people
     */
    public record Problem(
            int status, String type, String title, String detail, List<FieldError> errors, Map<String, Object> facts) {
        public Problem {
            errors = List.copyOf(errors);
            facts = Map.copyOf(facts);
        }

        Problem with(String name, Object value) {
            Map<String, Object> more = new TreeMap<>(facts);
            more.put(name, value);
            return new Problem(status, type, title, detail, errors, more);
        }
    }

    /**
     * One wrong field of a request.
     *
     * @param code stable, for programs and for texts in other languages; empty when there is none
     */
    public record FieldError(String field, String message, String code) {
        public FieldError(String field, String message) {
            this(field, message, "");
        }

        /** In the language of the page that it is for. */
        public static FieldError told(String field, String message) {
            return new FieldError(field, message, "told");
        }
    }

    /** The thing does not exist, or the caller may not see it; nobody can tell which. */
    public static final class NotFound extends DomainFault {
        private static final long serialVersionUID = 1L;

        private final String kind;
        private final String id;

        public NotFound(String kind, Object id) {
            super(404, "not-found", "Not found", "No " + kind + " " + id + " was found, or it is not yours to see.");
            this.kind = kind;
            this.id = id.toString();
        }

        public String kind() {
            return kind;
        }

        /** The id that was given. */
        public String id() {
            return id;
        }
    }

    /** The request was understood, but its content cannot be accepted. */
    public static final class Invalid extends DomainFault {
        private static final long serialVersionUID = 1L;

        public Invalid(String field, String message) {
            this(List.of(new FieldError(field, message)), null);
        }

        /** For a value that its own type has refused. */
        public Invalid(String field, InvalidValueException cause) {
            this(List.of(new FieldError(field, String.valueOf(cause.getMessage()), cause.code())), cause);
        }

        public Invalid(List<FieldError> errors, @Nullable Throwable cause) {
            super(new Problem(422, "invalid", "The content is not acceptable", text(errors), errors, Map.of()), cause);
        }

        private static String text(List<FieldError> errors) {
            return String.join(
                    "; ",
                    errors.stream()
                            .map(error ->
                                    error.field().isEmpty() ? error.message() : error.field() + ": " + error.message())
                            .toList());
        }
    }

    /** The request cannot be read at all: bad JSON, an unknown field, a wrong header. */
    public static final class Malformed extends DomainFault {
        private static final long serialVersionUID = 1L;

        public Malformed(String detail) {
            super(400, "malformed", "The request cannot be read", detail);
        }
    }

    /** The present state does not allow it: full, taken, overlapping, in use, being removed. */
    public static final class Conflict extends DomainFault {
        private static final long serialVersionUID = 1L;

        /** @param type stable slug of this conflict, for example {@code pool-full} */
        public Conflict(String type, String detail) {
            super(409, type, "The present state does not allow this", detail);
        }

        public Conflict(String type, String detail, Map<String, Object> facts) {
            super(new Problem(409, type, "The present state does not allow this", detail, List.of(), facts), null);
        }
    }

    /** Somebody changed the thing after the caller has read it. */
    public static final class Stale extends DomainFault {
        private static final long serialVersionUID = 1L;

        public Stale(String detail) {
            super(412, "stale", "It was changed meanwhile", detail);
        }
    }

    /** A change of an existing thing must say which state of it is meant. */
    public static final class PreconditionRequired extends DomainFault {
        private static final long serialVersionUID = 1L;

        public PreconditionRequired(String detail) {
            super(428, "precondition-required", "If-Match is missing", detail);
        }
    }

    /** The caller is known and may see the thing, but may not do this. */
    public static final class Forbidden extends DomainFault {
        private static final long serialVersionUID = 1L;

        public Forbidden(String detail) {
            super(403, "forbidden", "Not allowed", detail);
        }
    }

    /** Nobody, or nobody we know, is asking. */
    public static final class Unauthenticated extends DomainFault {
        private static final long serialVersionUID = 1L;

        public Unauthenticated(String detail) {
            super(401, "unauthenticated", "Log-in needed", detail);
        }
    }

    public static final class TooLarge extends DomainFault {
        private static final long serialVersionUID = 1L;

        public TooLarge(String detail) {
            super(413, "too-large", "Too large", detail);
        }
    }

    public static final class TooMany extends DomainFault {
        private static final long serialVersionUID = 1L;

        public TooMany(String detail, long retryAfterSeconds) {
            super(
                    new Problem(429, "too-many", "Too many tries", detail, List.of(), Map.of())
                            .with("retryAfterSeconds", retryAfterSeconds),
                    null);
        }
    }

    /** It may work a moment later; nothing was changed. */
    public static final class Unavailable extends DomainFault {
        private static final long serialVersionUID = 1L;

        public Unavailable(String detail, @Nullable Throwable cause) {
            super(
                    new Problem(503, "unavailable", "Not possible at the moment", detail, List.of(), Map.of())
                            .with("retryAfterSeconds", 1L),
                    cause);
        }
    }

    /** What the HTTP layer itself refuses: unknown method, media type, and the like. */
    public static final class Http extends DomainFault {
        private static final long serialVersionUID = 1L;

        public Http(int status, String type, String title, String detail) {
            super(status, type, title, detail);
        }
    }

    /** A mistake of the portal. Nothing of its cause is told; the log has it under the request id. */
    public static final class Internal extends DomainFault {
        private static final long serialVersionUID = 1L;

        public Internal(Throwable cause) {
            super(
                    new Problem(
                            500,
                            "internal",
                            "Something went wrong in the portal",
                            "The portal made a mistake; the request id helps to find it.",
                            List.of(),
                            Map.of()),
                    cause);
        }
    }
}
