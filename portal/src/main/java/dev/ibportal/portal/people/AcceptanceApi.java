package dev.ibportal.portal.people;

import io.quarkus.security.Authenticated;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import org.jspecify.annotations.Nullable;

@Path("/api/v1/invitations/acceptance")
class AcceptanceApi {
    private final Acceptance acceptance;

    AcceptanceApi(Acceptance acceptance) {
        this.acceptance = acceptance;
    }

    /** @param secret the last part of the link */
    record AcceptanceForm(@Nullable String secret) {}

    /** The person who asks becomes one of the tenant's people. */
    @POST
    @Authenticated
    public Acceptance.Offer accept(AcceptanceForm form) {
        return acceptance.accept(form.secret());
    }
}
