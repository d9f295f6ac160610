package dev.ibportal.daemon.sm;

/** UFM could not be asked or gave an answer that decides nothing; the message says what, in plain words, without secrets. */
final class UfmTrouble extends Exception {
    private static final long serialVersionUID = 1L;

    UfmTrouble(String message) {
        super(message);
    }

    UfmTrouble(String message, Throwable cause) {
        super(message, cause);
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
