package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.fault.DomainFault;
import io.quarkus.oidc.runtime.OidcAuthenticationMechanism;
import io.quarkus.security.AuthenticationCompletionException;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.identity.IdentityProviderManager;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.vertx.http.runtime.security.ChallengeData;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.Cookie;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Where quarkus-oidc is let in: for the log-in of a person at one address, and for the API's tokens of a provider. */
@ApplicationScoped
public class OidcGate {
    private static final Logger LOG = Logger.getLogger(OidcGate.class);
    private static final String VOUCHED = "ibportal.oidc.vouched";
    private static final String REFUSED = "ibportal.oidc.refused";
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final List<String> THEIR_COOKIES = List.of("q_session", "q_auth");

    private final OidcAuthenticationMechanism oidc;
    private final OidcTenants tenants;
    private final OidcSettings settings;

    OidcGate(OidcAuthenticationMechanism oidc, OidcTenants tenants, OidcSettings settings) {
        this.oidc = oidc;
        this.tenants = tenants;
        this.settings = settings;
    }

    /** Name of the provider at which people can log in. */
    public Optional<String> provider() {
        return tenants.takesPeople() ? Optional.of(settings.name()) : Optional.empty();
    }

    boolean isLogIn(RoutingContext context) {
        return tenants.takesPeople() && context.normalizedPath().equals(OidcTenants.LOG_IN_PATH);
    }

    /** Never answers an identity: whoever comes back from the provider is nobody until a session has begun. */
    Uni<SecurityIdentity> person(RoutingContext context, IdentityProviderManager providers) {
        tenants.choosePeople(context);
        return oidc.authenticate(context, providers)
                .invoke(identity -> {
                    if (identity != null) {
                        context.put(VOUCHED, Vouched.of(identity, settings.rolesClaim()));
                    }
                })
                .onFailure()
                .invoke(failure -> refuse(context, failure))
                .onItemOrFailure()
                .transform((identity, failure) -> {
                    tenants.close(context);
                    return null;
                });
    }

    private static void refuse(RoutingContext context, Throwable failure) {
        LOG.infof("a log-in at the provider did not work: %s", failure.getMessage());
        context.put(REFUSED, isRefusal(failure) ? Refusal.REFUSED : Refusal.DOWN);
    }

    /** Why a log-in at the provider did not work. */
    public enum Refusal {
        /** The provider, or what it sent, cannot be believed, or the person has turned back there. */
        REFUSED,
        /** The provider cannot be reached. */
        DOWN
    }

    /** Who has just come back from the provider. */
    public Optional<Vouched> vouched(RoutingContext context) {
        return Optional.ofNullable(context.get(VOUCHED));
    }

    public Optional<Refusal> refusal(RoutingContext context) {
        return Optional.ofNullable(context.get(REFUSED));
    }

    /** The provider's log-in page, with what it needs to know; empty when the provider cannot be reached. */
    public Optional<URI> logInPage(RoutingContext context) {
        tenants.choosePeople(context);
        try {
            ChallengeData challenge = oidc.getChallenge(context).await().atMost(PATIENCE);
            return Optional.ofNullable(challenge).stream()
                    .flatMap(given -> given.getHeaders().entrySet().stream())
                    .filter(header -> header.getKey().toString().equalsIgnoreCase("Location"))
                    .map(header -> URI.create(header.getValue()))
                    .findFirst();
        } catch (RuntimeException e) {
            LOG.warnf("the provider cannot be reached: %s", e.getMessage());
            return Optional.empty();
        } finally {
            tenants.close(context);
        }
    }

    /** Its cookies are of no more use, whether the log-in worked or not. */
    public void forget(RoutingContext context) {
        for (Cookie cookie : new ArrayList<>(context.request().cookies())) {
            if (THEIR_COOKIES.stream().anyMatch(cookie.getName()::startsWith)) {
                context.response().removeCookies(cookie.getName(), true);
                context.response().addCookie(ended(cookie.getName()));
            }
        }
        context.response().removeCookies("q_session_people", true);
    }

    private static Cookie ended(String name) {
        return Cookie.cookie(name, "").setPath("/").setMaxAge(0).setHttpOnly(true);
    }

    boolean takes(String token) {
        return tenants.takesPrograms() && token.split("\\.", -1).length == 3;
    }

    /** Verifies a token of the provider that came with a request to the API. */
    Uni<Vouched> program(RoutingContext context, IdentityProviderManager providers) {
        tenants.choosePrograms(context);
        return oidc.authenticate(context, providers).onItemOrFailure().transformToUni((identity, failure) -> {
            tenants.close(context);
            return identity == null
                    ? Uni.createFrom().failure(fault(failure))
                    : Uni.createFrom().item(Vouched.of(identity, settings.rolesClaim()));
        });
    }

    private static DomainFault fault(@Nullable Throwable failure) {
        if (failure == null || isRefusal(failure)) {
            LOG.debugf(failure, "a token was refused");
            return new DomainFault.Unauthenticated(
                    "The token is not one that the portal takes: signature, issuer, audience and life time must be right.");
        }
        LOG.warnf("the provider cannot be reached: %s", failure.getMessage());
        return new DomainFault.Unavailable("The OpenID provider cannot be reached; personal tokens work.", failure);
    }

    private static boolean isRefusal(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof java.io.IOException || cause instanceof io.quarkus.oidc.OIDCException) {
                return false;
            }
        }
        return failure instanceof AuthenticationFailedException || failure instanceof AuthenticationCompletionException;
    }
}
