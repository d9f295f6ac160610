package dev.ibportal.daemon.enrol;

/** Why this host is no node yet. The message tells the person at the terminal what to do. */
public final class EnrolmentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What went wrong, for the exit code. */
    public enum Kind {
        TOKEN_REFUSED,
        WRONG_CA,
        UNREACHABLE,
        OTHER
    }

    private final Kind kind;

    EnrolmentException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
