package dev.ibportal.portal.people;

import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import java.util.UUID;

@Path("/api/v1/tenants/{tenant}/people")
class PeopleApi {
    private final PeopleService people;

    PeopleApi(PeopleService people) {
        this.people = people;
    }

    @GET
    @PermissionsAllowed(Permissions.PEOPLE_READ)
    public Page<TenantPerson> list(UUID tenant, @BeanParam PageRequest page) {
        return people.list(tenant, page);
    }

    @GET
    @Path("{person}")
    @PermissionsAllowed(Permissions.PEOPLE_READ)
    public TenantPerson get(UUID tenant, UUID person) {
        return people.get(tenant, person);
    }

    @PUT
    @Path("{person}/roles")
    @PermissionsAllowed(Permissions.PEOPLE_WRITE)
    public TenantPerson setRoles(UUID tenant, UUID person, RolesForm form) {
        return people.setRoles(tenant, person, form.roles());
    }
}
