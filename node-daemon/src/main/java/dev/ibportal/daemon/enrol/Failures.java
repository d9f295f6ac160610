package dev.ibportal.daemon.enrol;

import io.grpc.Metadata;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/** Finds the words that help in the chain of causes of a failed call. */
public final class Failures {
    private static final Metadata.Key<String> REASON =
            Metadata.Key.of("ibportal-reason", Metadata.ASCII_STRING_MARSHALLER);

    private Failures() {}

    static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> type) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (type.isInstance(at)) {
                return type.cast(at);
            }
        }
        return null;
    }

    /** Whether the portal answered and does not want this daemon; dialling soon again is of no use then. */
    public static boolean isRefusal(@Nullable Throwable failure) {
        if (failure == null) {
            return false;
        }
        Status.Code code = Status.fromThrowable(failure).getCode();
        return code == Status.Code.UNAUTHENTICATED || code == Status.Code.PERMISSION_DENIED;
    }

    /** The portal's machine-readable reason of a refusal; empty when it gave none. */
    public static String reason(@Nullable Throwable failure) {
        Metadata trailers = failure == null ? null : Status.trailersFromThrowable(failure);
        String reason = trailers == null ? null : trailers.get(REASON);
        return reason == null ? "" : reason;
    }

    /** The portal's description, and the innermost cause where there is one, as "Connection refused". */
    public static String describe(Throwable failure) {
        Status status = Status.fromThrowable(failure);
        String said = status.getDescription();
        Throwable innermost = failure;
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        String cause = innermost == failure || innermost.getMessage() == null ? "" : innermost.getMessage();
        if (said == null) {
            return cause.isEmpty() ? status.getCode().name() : cause;
        }
        return cause.isEmpty() || said.contains(cause) ? said : said + " (" + cause + ")";
    }
}
