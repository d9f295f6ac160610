package dev.ibportal.portal.platform.tenancy;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.Denials;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import java.util.UUID;

/** Wanting more than a tenant may have is a denied attempt; its transaction has left nothing that could tell of it. */
@ApplicationScoped
public class Overreach {
    private final Instance<Denials> denials;

    Overreach(Instance<Denials> denials) {
        this.denials = denials;
    }

    public <T extends DomainFault> T denied(UUID tenant, T refusal) {
        denials.forEach(each -> each.denied(
                "tenant.overreach",
                "tenant",
                tenant.toString(),
                refusal.problem().detail()));
        return refusal;
    }
}
