package dev.ibportal.portal.platform.fault;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import dev.ibportal.portal.platform.web.RequestInfo;
import dev.ibportal.types.InvalidValueException;
import io.vertx.ext.web.RoutingContext;
import jakarta.persistence.OptimisticLockException;
import jakarta.validation.ConstraintViolationException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** The one place where whatever an endpoint throws becomes an answer. */
class FaultMappers {
    private static final Logger LOG = Logger.getLogger(FaultMappers.class);

    private final FaultWriter writer;
    private final SqlFaults sql;

    FaultMappers(FaultWriter writer, SqlFaults sql) {
        this.writer = writer;
        this.sql = sql;
    }

    @ServerExceptionMapper(priority = 1)
    Response fault(DomainFault fault, RoutingContext context) {
        return writer.response(context, fault);
    }

    @ServerExceptionMapper(priority = 1)
    Response value(InvalidValueException e, RoutingContext context) {
        return writer.response(context, new DomainFault.Invalid("", e));
    }

    @ServerExceptionMapper(priority = 1)
    Response constraint(ConstraintViolationException e, RoutingContext context) {
        List<DomainFault.FieldError> errors = e.getConstraintViolations().stream()
                .map(violation -> new DomainFault.FieldError(
                        field(violation.getPropertyPath().toString()), violation.getMessage()))
                .sorted(Comparator.comparing(DomainFault.FieldError::field))
                .toList();
        return writer.response(context, new DomainFault.Invalid(errors, e));
    }

    /** Paths begin with method and parameter, which say nothing to the caller. */
    private static String field(String path) {
        String[] parts = path.split("\\.", 3);
        return parts.length == 3 ? parts[2] : parts[parts.length - 1];
    }

    @ServerExceptionMapper(priority = 1)
    Response mismatch(MismatchedInputException e, RoutingContext context) {
        return writer.response(context, JsonFaults.explain(e));
    }

    /** Somebody else was quicker: Hibernate found another version than the one that was read. */
    @ServerExceptionMapper(priority = 1)
    Response overtaken(OptimisticLockException e, RoutingContext context) {
        return writer.response(context, SqlFaults.overtaken());
    }

    @ServerExceptionMapper(priority = 1)
    Response notFound(NotFoundException e, RoutingContext context) {
        return writer.response(context, new DomainFault.NotFound("page or resource", context.normalizedPath()));
    }

    @ServerExceptionMapper(priority = 1)
    Response http(WebApplicationException e, RoutingContext context) {
        if (e.getCause() instanceof JsonProcessingException bad) {
            return writer.response(context, JsonFaults.explain(bad));
        }
        Response.StatusType status = e.getResponse().getStatusInfo();
        if (status.getStatusCode() < 400) {
            return e.getResponse();
        }
        if (status.getStatusCode() >= 500) {
            return anything(e, context);
        }
        return writer.response(context, HttpFaults.of(status, context));
    }

    @ServerExceptionMapper(priority = 1)
    Response anything(Throwable e, RoutingContext context) {
        if (ReadingFaults.isHungUp(e)) {
            LOG.debugf(e, "%s %s: the caller has gone", context.request().method(), RequestInfo.pathOf(context));
            return writer.response(context, new DomainFault.Malformed("The connection was closed."));
        }
        Optional<DomainFault> known = SqlFaults.causes(e)
                .filter(DomainFault.class::isInstance)
                .map(DomainFault.class::cast)
                .findFirst()
                .or(() -> sql.explain(e))
                .or(() -> ReadingFaults.explain(e));
        if (known.isPresent()) {
            return writer.response(context, known.get());
        }
        LOG.errorf(e, "%s %s failed", context.request().method(), RequestInfo.pathOf(context));
        return writer.response(context, new DomainFault.Internal(e));
    }
}
