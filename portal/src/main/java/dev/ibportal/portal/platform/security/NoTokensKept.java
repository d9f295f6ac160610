package dev.ibportal.portal.platform.security;

import io.quarkus.oidc.AuthorizationCodeTokens;
import io.quarkus.oidc.OidcRequestContext;
import io.quarkus.oidc.OidcTenantConfig;
import io.quarkus.oidc.TokenStateManager;
import io.quarkus.security.AuthenticationFailedException;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;

/**
 * A log-in at the provider begins a session of our own and is over then. quarkus-oidc's session cookie, which nobody could
 * revoke, holds nothing and opens nothing.
 */
@Alternative
@Priority(1)
@ApplicationScoped
class NoTokensKept implements TokenStateManager {
    @Override
    public Uni<String> createTokenState(
            RoutingContext context,
            OidcTenantConfig config,
            AuthorizationCodeTokens tokens,
            OidcRequestContext<String> request) {
        return Uni.createFrom().item("none");
    }

    @Override
    public Uni<AuthorizationCodeTokens> getTokens(
            RoutingContext context,
            OidcTenantConfig config,
            String state,
            OidcRequestContext<AuthorizationCodeTokens> request) {
        return Uni.createFrom().failure(new AuthenticationFailedException("no tokens are kept"));
    }

    @Override
    public Uni<Void> deleteTokens(
            RoutingContext context, OidcTenantConfig config, String state, OidcRequestContext<Void> request) {
        return Uni.createFrom().voidItem();
    }
}
