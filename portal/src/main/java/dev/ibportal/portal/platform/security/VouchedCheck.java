package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.fault.DomainFault;
import io.quarkus.security.identity.AuthenticationRequestContext;
import io.quarkus.security.identity.IdentityProvider;
import io.quarkus.security.identity.SecurityIdentity;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;

/** Turns a provider's verified token into the one behind it, with the roles that its claims give in this request. */
@ApplicationScoped
class VouchedCheck implements IdentityProvider<VouchedRequest> {
    private final VouchedPeople people;

    VouchedCheck(VouchedPeople people) {
        this.people = people;
    }

    @Override
    public Class<VouchedRequest> getRequestType() {
        return VouchedRequest.class;
    }

    @Override
    public Uni<SecurityIdentity> authenticate(VouchedRequest request, AuthenticationRequestContext context) {
        return context.runBlocking(() -> check(request));
    }

    private SecurityIdentity check(VouchedRequest request) {
        try {
            Actor actor = people.recognise(request.vouched()).actor();
            return CredentialCheck.identity(actor, CredentialCheck.chosenTenant(request.context()));
        } catch (DomainFault fault) {
            throw PortalAuthentication.failure(request.context(), fault);
        }
    }
}
