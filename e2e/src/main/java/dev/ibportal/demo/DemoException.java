package dev.ibportal.demo;

/** Why the demo cannot go on, in words for the person who started it. */
public final class DemoException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DemoException(String message) {
        super(message);
    }
}
