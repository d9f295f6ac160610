package dev.ibportal.daemon.enrol;

/** There is no usable identity on this host. */
public final class NotEnrolledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotEnrolledException(String message) {
        super(message);
    }

    NotEnrolledException(String message, Throwable cause) {
        super(message, cause);
    }
}
