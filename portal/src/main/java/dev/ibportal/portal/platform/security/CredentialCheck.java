package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.web.RequestInfo;
import io.quarkus.security.identity.AuthenticationRequestContext;
import io.quarkus.security.identity.IdentityProvider;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.runtime.QuarkusSecurityIdentity;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.security.Permission;
import java.util.Optional;
import java.util.UUID;

/** Turns a credential into the person behind it. */
@ApplicationScoped
class CredentialCheck implements IdentityProvider<CredentialRequest> {
    private final Tokens tokens;
    private final WebSessions sessions;
    private final LogIn logIn;
    private final StrangerAttempts attempts;

    CredentialCheck(Tokens tokens, WebSessions sessions, LogIn logIn, StrangerAttempts attempts) {
        this.tokens = tokens;
        this.sessions = sessions;
        this.logIn = logIn;
        this.attempts = attempts;
    }

    @Override
    public Class<CredentialRequest> getRequestType() {
        return CredentialRequest.class;
    }

    @Override
    public Uni<SecurityIdentity> authenticate(CredentialRequest request, AuthenticationRequestContext context) {
        return context.runBlocking(() -> check(request));
    }

    private SecurityIdentity check(CredentialRequest request) {
        try {
            return identity(actor(request), chosenTenant(request.context()));
        } catch (DomainFault fault) {
            if (request.credential() instanceof Credential.Session) {
                attempts.endedSession(request.context(), fault.problem().detail());
            }
            throw PortalAuthentication.failure(request.context(), fault);
        }
    }

    private Actor actor(CredentialRequest request) {
        Credential credential = request.credential();
        if (credential instanceof Credential.Token token) {
            return tokens.actor(token.text());
        }
        if (credential instanceof Credential.Password password) {
            Place place = new Place(RequestInfo.addressOf(request.context()), null);
            return logIn.check(password.login(), password.password(), place);
        }
        Credential.Session session = (Credential.Session) credential;
        return sessions.actor(session.id(), session.byPerson());
    }

    /** An unreadable one is complained of later, where the request can be answered properly. */
    static Optional<UUID> chosenTenant(RoutingContext context) {
        return ChosenTenant.text(context).flatMap(ChosenTenant::parse);
    }

    static SecurityIdentity identity(Actor actor, Optional<UUID> tenant) {
        return QuarkusSecurityIdentity.builder()
                .setPrincipal(new ActorPrincipal(actor))
                .addPermissionChecker(permission -> Uni.createFrom().item(may(actor, tenant, permission)))
                .build();
    }

    private static boolean may(Actor actor, Optional<UUID> tenant, Permission permission) {
        String name = permission.getActions().isEmpty()
                ? permission.getName()
                : permission.getName() + ":" + permission.getActions();
        return !actor.mustChangePassword()
                && tenant.map(id -> actor.may(name, id)).orElseGet(() -> actor.maySomewhere(name));
    }
}
