package dev.ibportal.daemon.cli;

import dev.ibportal.daemon.enrol.EnrolmentException;

/** How {@code ibnoded} ends, for scripts. Documented in its help. */
final class ExitCode {
    static final int OK = 0;
    static final int FAILED = 1;
    static final int USAGE = 2;
    static final int NOT_ENROLLED = 3;
    static final int TOKEN_REFUSED = 4;
    static final int WRONG_CA = 5;
    static final int UNREACHABLE = 6;
    /** Only of {@code status}: there is no daemon, or it has no session. */
    static final int NOT_CONNECTED = 7;

    /** Only of {@code apply}: spec or host changed since the plan was made. */
    static final int STALE = 8;
    /** Of {@code apply} and {@code rollback}. */
    static final int NOT_APPLIED = 9;

    private ExitCode() {}

    static int of(EnrolmentException.Kind kind) {
        return switch (kind) {
            case TOKEN_REFUSED -> TOKEN_REFUSED;
            case WRONG_CA -> WRONG_CA;
            case UNREACHABLE -> UNREACHABLE;
            case OTHER -> FAILED;
        };
    }
}
