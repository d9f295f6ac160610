package dev.ibportal.portal.platform.security;

import io.quarkus.security.identity.request.BaseAuthenticationRequest;
import io.vertx.ext.web.RoutingContext;

/** A credential on its way to {@link CredentialCheck}. */
final class CredentialRequest extends BaseAuthenticationRequest {
    private final Credential credential;
    private final RoutingContext context;

    CredentialRequest(Credential credential, RoutingContext context) {
        this.credential = credential;
        this.context = context;
    }

    Credential credential() {
        return credential;
    }

    RoutingContext context() {
        return context;
    }
}
