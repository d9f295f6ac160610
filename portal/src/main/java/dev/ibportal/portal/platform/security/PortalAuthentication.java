package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.fault.FaultWriter;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.identity.IdentityProviderManager;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.request.AuthenticationRequest;
import io.quarkus.vertx.http.runtime.security.ChallengeData;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticationMechanism;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.Cookie;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a request proves who makes it: the API by a personal token, and by name and password only where a token is made or
 * a password is changed; pages by the session cookie, which the API does not take, so that no foreign page can use it.
 */
@ApplicationScoped
class PortalAuthentication implements HttpAuthenticationMechanism {
    private static final String API = "/api/";

    /** Before quarkus-oidc's own, which acts only as far as this one lets it. */
    private static final int FIRST = 5000;

    private final FaultWriter faults;
    private final OidcGate oidc;
    private final StrangerAttempts strangers;

    PortalAuthentication(FaultWriter faults, OidcGate oidc, StrangerAttempts strangers) {
        this.strangers = strangers;
        this.faults = faults;
        this.oidc = oidc;
    }

    @Override
    public int getPriority() {
        return FIRST;
    }

    @Override
    public Uni<SecurityIdentity> authenticate(RoutingContext context, IdentityProviderManager providers) {
        try {
            if (oidc.isLogIn(context)) {
                return oidc.person(context, providers);
            }
            Optional<Credential> credential = credential(context);
            if (credential.orElse(null) instanceof Credential.Token token && oidc.takes(token.text())) {
                return program(context, providers);
            }
            return credential.isEmpty() ? Uni.createFrom().nullItem() : check(credential.get(), context, providers);
        } catch (DomainFault fault) {
            return Uni.createFrom().failure(failure(context, fault));
        }
    }

    /** An ended session is no session: the log-in page must open with the old cookie too. */
    private static Uni<SecurityIdentity> check(
            Credential credential, RoutingContext context, IdentityProviderManager providers) {
        Uni<SecurityIdentity> identity = providers.authenticate(new CredentialRequest(credential, context));
        return credential instanceof Credential.Session
                ? identity.onFailure(AuthenticationFailedException.class).recoverWithNull()
                : identity;
    }

    private Uni<SecurityIdentity> program(RoutingContext context, IdentityProviderManager providers) {
        return oidc.program(context, providers)
                .onFailure(DomainFault.class)
                .transform(fault -> failure(context, fault))
                .chain(vouched -> providers.authenticate(new VouchedRequest(vouched, context)));
    }

    static AuthenticationFailedException failure(RoutingContext context, DomainFault fault) {
        context.put(FaultWriter.KEY, fault);
        return new AuthenticationFailedException(fault.getMessage(), fault);
    }

    private static Optional<Credential> credential(RoutingContext context) {
        if (!context.normalizedPath().startsWith(API)) {
            return Optional.ofNullable(context.request()
                            .getCookie(SessionCookies.session(context.request().isSSL())))
                    .map(Cookie::getValue)
                    .map(id -> new Credential.Session(id, isByPerson(context)));
        }
        String header = context.request().getHeader("Authorization");
        return header == null ? Optional.empty() : Optional.of(parse(header.strip(), context));
    }

    /** Live streams, and the parts of a page that ask for themselves: nobody can press a div or a section. */
    private static boolean isByPerson(RoutingContext context) {
        String source = context.request().getHeader("HX-Source");
        return !context.normalizedPath().equals("/live")
                && (source == null || !(source.startsWith("div") || source.startsWith("section")));
    }

    private static Credential parse(String header, RoutingContext context) {
        String[] parts = header.split("\\s+", 2);
        String scheme = parts[0].toLowerCase(Locale.ROOT);
        if (parts.length == 2 && scheme.equals("bearer")) {
            return new Credential.Token(parts[1]);
        }
        if (parts.length == 2 && scheme.equals("basic") && takesPassword(context)) {
            return password(parts[1]);
        }
        throw new DomainFault.Unauthenticated(
                scheme.equals("basic")
                        ? "Name and password are taken only by POST /api/v1/tokens and PUT /api/v1/me/password;"
                                + " everything else needs Authorization: Bearer with a personal token."
                        : "The header Authorization must be Bearer, a blank and a personal token (ibp_...).");
    }

    private static boolean takesPassword(RoutingContext context) {
        String call = context.request().method().name() + " " + context.normalizedPath();
        return call.equals("POST /api/v1/tokens") || call.equals("PUT /api/v1/me/password");
    }

    private static Credential password(String encoded) {
        try {
            String text = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
            int colon = text.indexOf(':');
            if (colon > 0) {
                return new Credential.Password(text.substring(0, colon), text.substring(colon + 1));
            }
        } catch (IllegalArgumentException e) {
            throw unreadable(e);
        }
        throw unreadable(null);
    }

    private static DomainFault unreadable(@Nullable Throwable cause) {
        DomainFault fault = new DomainFault.Unauthenticated("Authorization: Basic holds no base64 of name:password.");
        if (cause != null) {
            fault.addSuppressed(cause);
        }
        return fault;
    }

    @Override
    public Uni<ChallengeData> getChallenge(RoutingContext context) {
        return Uni.createFrom().item(new ChallengeData(401, "WWW-Authenticate", "Bearer"));
    }

    @Override
    public Uni<Boolean> sendChallenge(RoutingContext context) {
        DomainFault known = context.get(FaultWriter.KEY);
        strangers.turnedAway(context);
        faults.write(context, known == null ? new DomainFault.Unauthenticated("Log in first.") : known);
        return Uni.createFrom().item(true);
    }

    @Override
    public Set<Class<? extends AuthenticationRequest>> getCredentialTypes() {
        return Set.of(CredentialRequest.class, VouchedRequest.class);
    }
}
