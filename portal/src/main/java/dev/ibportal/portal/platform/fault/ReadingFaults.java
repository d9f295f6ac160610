package dev.ibportal.portal.platform.fault;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the framework throws while it reads a request. It has no types of its own for most of it, so where it was thrown
 * has to tell: a body or a header that cannot be read is the caller's mistake, never the portal's.
 */
final class ReadingFaults {
    private static final String FRAMEWORK = "org.jboss.resteasy.reactive.";
    private static final String MEDIA_TYPE = FRAMEWORK + "common.headers.MediaTypeHeaderDelegate";
    private static final Set<String> READERS = Set.of(
            FRAMEWORK + "server.handlers.FormBodyHandler",
            FRAMEWORK + "server.handlers.RequestDeserializeHandler",
            FRAMEWORK + "server.handlers.ParameterHandler",
            FRAMEWORK + "server.handlers.ClassRoutingHandler",
            FRAMEWORK + "server.handlers.MediaTypeMapper");

    private ReadingFaults() {}

    /** Whether the caller has gone away, so that nobody waits for an answer. */
    static boolean isHungUp(Throwable e) {
        return SqlFaults.causes(e)
                .anyMatch(cause -> cause instanceof ClosedChannelException
                        || cause.getClass().getName().endsWith("HttpClosedException")
                        || (cause instanceof IOException && "Connection reset by peer".equals(cause.getMessage())));
    }

    static Optional<DomainFault> explain(Throwable e) {
        if (e instanceof Error) {
            return Optional.empty();
        }
        if (isFrom(e, MEDIA_TYPE)) {
            return Optional.of(new DomainFault.Http(
                    415,
                    "unsupported-media-type",
                    "Unsupported media type",
                    "The header Content-Type is no media type."));
        }
        return READERS.stream().anyMatch(reader -> isFrom(e, reader)) ? Optional.of(unreadable(e)) : Optional.empty();
    }

    private static DomainFault unreadable(Throwable e) {
        String message = String.valueOf(e.getMessage());
        if (message.startsWith("Param limit of")) {
            return new DomainFault.TooLarge(
                    "The form has more entries than the portal takes at once, which are 1000; choose all that match instead.");
        }
        if (message.contains("too large") || message.contains("exceeded")) {
            return new DomainFault.TooLarge(
                    "The body of the request, or one of its fields, is larger than the portal takes.");
        }
        return new DomainFault.Malformed(
                message.startsWith("Failed to decode")
                        ? "The body has a % that is not followed by two hexadecimal digits of UTF-8 text."
                        : "The body of the request cannot be read.");
    }

    private static boolean isFrom(Throwable e, String type) {
        return SqlFaults.causes(e)
                .flatMap(cause -> Stream.of(cause.getStackTrace()))
                .anyMatch(frame -> frame.getClassName().equals(type));
    }
}
