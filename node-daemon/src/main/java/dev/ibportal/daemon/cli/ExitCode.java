package dev.ibportal.daemon.cli;

import dev.ibportal.daemon.enrol.EnrolmentException;
import dev.ibportal.daemon.enrol.NotEnrolledException;
import dev.ibportal.types.InvalidValueException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.OptionalInt;

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

    /** Of trouble that can happen to anybody; nothing for what only a bug can throw. */
    static OptionalInt expected(Exception failure) {
        if (failure instanceof EnrolmentException enrolment) {
            return OptionalInt.of(of(enrolment.kind()));
        }
        if (failure instanceof NotEnrolledException) {
            return OptionalInt.of(NOT_ENROLLED);
        }
        if (failure instanceof DaemonConfig.ConfigException || failure instanceof InvalidValueException) {
            return OptionalInt.of(USAGE);
        }
        return failure instanceof UncheckedIOException || failure instanceof IOException
                ? OptionalInt.of(FAILED)
                : OptionalInt.empty();
    }
}
