package dev.ibportal.portal.platform.security;

import io.quarkus.security.identity.request.BaseAuthenticationRequest;
import io.vertx.ext.web.RoutingContext;

/** A program for which an OpenID provider vouches, on its way to {@link VouchedCheck}. */
final class VouchedRequest extends BaseAuthenticationRequest {
    private final Vouched vouched;
    private final RoutingContext context;

    VouchedRequest(Vouched vouched, RoutingContext context) {
        this.vouched = vouched;
        this.context = context;
    }

    Vouched vouched() {
        return vouched;
    }

    RoutingContext context() {
        return context;
    }
}
