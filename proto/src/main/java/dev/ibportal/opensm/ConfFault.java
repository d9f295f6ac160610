package dev.ibportal.opensm;

/** Stops the parser at a fault; never leaves this package. */
final class ConfFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int line;

    ConfFault(int line, String reason) {
        super(reason, null, false, false);
        this.line = line;
    }

    ConfFault(int line, Exception cause) {
        this(line, String.valueOf(cause.getMessage()));
    }

    int line() {
        return line;
    }
}
