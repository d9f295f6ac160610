package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.Page;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.net.URI;
import java.util.UUID;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

@Path("/api/v1/audit-filters")
class SavedFilterApi {
    private final SavedFilters filters;

    SavedFilterApi(SavedFilters filters) {
        this.filters = filters;
    }

    /**
     * What is wanted.
     *
     * @param query of the page's address, for example {@code outcome=denied&action=pool.}
     */
    public record SavedFilterForm(
            @Nullable String name, @Nullable String query) {}

    @GET
    @PermissionsAllowed(Permissions.AUDIT_READ)
    public Page<SavedFilterView> list() {
        return new Page<>(filters.own(), null);
    }

    @POST
    @PermissionsAllowed(Permissions.AUDIT_READ)
    public RestResponse<SavedFilterView> save(SavedFilterForm form) {
        SavedFilterView made = filters.save(form.name(), form.query());
        return RestResponse.ResponseBuilder.<SavedFilterView>created(URI.create("/api/v1/audit-filters/" + made.id()))
                .entity(made)
                .build();
    }

    @DELETE
    @Path("{id}")
    @PermissionsAllowed(Permissions.AUDIT_READ)
    public void delete(UUID id) {
        filters.delete(id);
    }
}
