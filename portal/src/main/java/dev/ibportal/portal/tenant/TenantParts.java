package dev.ibportal.portal.tenant;

import dev.ibportal.portal.people.PeopleService;
import dev.ibportal.portal.people.ServiceAccountService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** What the page of a tenant gathers from elsewhere. */
@ApplicationScoped
class TenantParts {
    private final QuotaService quotas;
    private final PeopleService people;
    private final ServiceAccountService accounts;

    @Inject
    TenantParts(QuotaService quotas, PeopleService people, ServiceAccountService accounts) {
        this.quotas = quotas;
        this.people = people;
        this.accounts = accounts;
    }

    QuotaService quotas() {
        return quotas;
    }

    PeopleService people() {
        return people;
    }

    ServiceAccountService accounts() {
        return accounts;
    }
}
