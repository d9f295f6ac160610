package dev.ibportal.portal.session.transport;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.types.InvalidValueException;
import io.grpc.Status;
import java.util.UUID;
import org.jboss.logging.Logger;

/** Every fault of a call becomes a status here; what is a bug is told by a number only, and logged with it. */
public final class GrpcFaults {
    private static final Logger LOG = Logger.getLogger(GrpcFaults.class);

    private GrpcFaults() {}

    public static Refusal refusal(Throwable fault) {
        if (fault instanceof Refusal refusal) {
            return refusal;
        }
        if (fault instanceof InvalidValueException invalid) {
            return Refusal.invalid(invalid.code(), String.valueOf(invalid.getMessage()));
        }
        if (fault instanceof DomainFault domain) {
            DomainFault.Problem problem = domain.problem();
            return Refusal.of(status(domain).withDescription(problem.detail()), problem.type());
        }
        UUID number = UUID.randomUUID();
        LOG.errorf(fault, "call of a daemon failed (%s)", number);
        return Refusal.of(Status.INTERNAL.withDescription("internal error " + number), "internal");
    }

    private static Status status(DomainFault fault) {
        return switch (fault.problem().status()) {
            case 400, 422 -> Status.INVALID_ARGUMENT;
            case 401 -> Status.UNAUTHENTICATED;
            case 403 -> Status.PERMISSION_DENIED;
            case 404 -> Status.NOT_FOUND;
            case 409, 412, 428 -> Status.FAILED_PRECONDITION;
            case 413, 429 -> Status.RESOURCE_EXHAUSTED;
            default -> Status.UNAVAILABLE;
        };
    }
}
