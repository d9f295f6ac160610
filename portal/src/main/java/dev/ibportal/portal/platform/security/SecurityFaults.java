package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.fault.FaultWriter;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.ForbiddenException;
import io.quarkus.security.UnauthorizedException;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** What the security layer refuses, told like any other fault. */
class SecurityFaults {
    private final FaultWriter writer;
    private final CurrentActor actors;
    private final RefusedAttempts attempts;
    private final StrangerAttempts strangers;

    SecurityFaults(FaultWriter writer, CurrentActor actors, RefusedAttempts attempts, StrangerAttempts strangers) {
        this.strangers = strangers;
        this.writer = writer;
        this.actors = actors;
        this.attempts = attempts;
    }

    @ServerExceptionMapper(priority = 1)
    Response stranger(UnauthorizedException e, RoutingContext context) {
        strangers.turnedAway(context);
        return writer.response(context, known(context, "Log in first."));
    }

    @ServerExceptionMapper(priority = 1)
    Response badCredential(AuthenticationFailedException e, RoutingContext context) {
        strangers.turnedAway(context);
        return writer.response(context, known(context, "The log-in did not work."));
    }

    private static DomainFault known(RoutingContext context, String otherwise) {
        DomainFault fault = context.get(FaultWriter.KEY);
        return fault == null ? new DomainFault.Unauthenticated(otherwise) : fault;
    }

    @ServerExceptionMapper(priority = 1)
    Response refused(ForbiddenException e, RoutingContext context) {
        boolean mustChange = actors.find().filter(Actor::mustChangePassword).isPresent();
        if (mustChange && FaultWriter.wantsPage(context.request())) {
            return Response.seeOther(URI.create("/settings/password")).build();
        }
        return refusal(forbidden(context), context);
    }

    @ServerExceptionMapper(priority = 1)
    Response refused(DomainFault.Forbidden e, RoutingContext context) {
        return refusal(e, context);
    }

    /** Whether it is somebody else's or not there at all is not looked at: both are written down the same way. */
    @ServerExceptionMapper(priority = 1)
    Response missing(DomainFault.NotFound e, RoutingContext context) {
        if (actors.find().isPresent()) {
            attempts.record(context, e.kind(), e.id(), e.problem().detail());
        } else {
            strangers.notFound(context, e);
        }
        return writer.response(context, e);
    }

    private Response refusal(DomainFault fault, RoutingContext context) {
        if (fault instanceof DomainFault.NotFound missing) {
            attempts.record(
                    context, missing.kind(), missing.id(), missing.problem().detail());
        } else {
            attempts.record(context, fault.problem().detail());
        }
        return writer.response(context, fault);
    }

    private DomainFault forbidden(RoutingContext context) {
        Optional<Actor> actor = actors.find();
        if (actor.filter(Actor::mustChangePassword).isPresent()) {
            return new DomainFault.Forbidden("Change your one-time password first: PUT /api/v1/me/password.");
        }
        Optional<UUID> tenant = ChosenTenant.text(context).flatMap(ChosenTenant::parse);
        if (tenant.isPresent() && actor.filter(who -> !who.knows(tenant.get())).isPresent()) {
            return new DomainFault.NotFound("tenant", tenant.get());
        }
        Set<String> scopes = actor.map(Actor::scopes).orElse(null);
        if (scopes != null) {
            return new DomainFault.Forbidden("This token is narrowed to "
                    + String.join(", ", new TreeSet<>(scopes)) + "; "
                    + context.request().method() + " " + context.normalizedPath()
                    + " needs another permission. Use a token with that scope, if your roles include it.");
        }
        return new DomainFault.Forbidden("Your roles do not allow what "
                + context.request().method() + " " + context.normalizedPath() + " needs.");
    }
}
