package dev.ibportal.portal.session.transport;

import io.grpc.Metadata;
import io.grpc.Status;

/** A call that is answered with a status and the stable slug of its cause in the trailers. */
public final class Refusal extends RuntimeException {
    /** Trailer with the slug. */
    public static final Metadata.Key<String> REASON =
            Metadata.Key.of("ibportal-reason", Metadata.ASCII_STRING_MARSHALLER);

    private static final long serialVersionUID = 1L;

    private final transient Status status;
    private final String slug;

    private Refusal(Status status, String slug) {
        super(status.getDescription(), null, false, false);
        this.status = status;
        this.slug = slug;
    }

    public static Refusal denied(String slug, String detail) {
        return new Refusal(Status.PERMISSION_DENIED.withDescription(detail), slug);
    }

    public static Refusal unauthenticated(String slug, String detail) {
        return new Refusal(Status.UNAUTHENTICATED.withDescription(detail), slug);
    }

    public static Refusal invalid(String slug, String detail) {
        return new Refusal(Status.INVALID_ARGUMENT.withDescription(detail), slug);
    }

    public static Refusal outOfOrder(String slug, String detail) {
        return new Refusal(Status.FAILED_PRECONDITION.withDescription(detail), slug);
    }

    /** The peer may dial again. */
    public static Refusal gone(String slug, String detail) {
        return new Refusal(Status.UNAVAILABLE.withDescription(detail), slug);
    }

    static Refusal of(Status status, String slug) {
        return new Refusal(status, slug);
    }

    public Status status() {
        return status;
    }

    public String slug() {
        return slug;
    }

    public Metadata trailers() {
        Metadata trailers = new Metadata();
        trailers.put(REASON, slug);
        return trailers;
    }
}
