package dev.ibportal.types;

/** Text or a number from outside that is no value of its type. The message is meant for the person who gave it. */
public final class InvalidValueException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final String offending;

    /**
     * @param code stable and machine-readable, {@code <type>.<fault>}, for example {@code pkey.syntax}
     * @param message what was wrong and what would be right
     * @param offending the text as it was given
     */
    public InvalidValueException(String code, String message, String offending) {
        super(message);
        this.code = code;
        this.offending = offending;
    }

    public String code() {
        return code;
    }

    public String offending() {
        return offending;
    }
}
