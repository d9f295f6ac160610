package dev.ibportal.portal.drivers;

import dev.ibportal.drivers.Catalogue;
import dev.ibportal.portal.drivers.core.Matrix;
import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.jspecify.annotations.Nullable;

@Path("/api/v1")
class DriverApi {
    private final DriverService drivers;

    DriverApi(DriverService drivers) {
        this.drivers = drivers;
    }

    /** The file that can be read in elsewhere. */
    @GET
    @Path("driver-catalogue")
    @PermissionsAllowed(Permissions.DRIVER_READ)
    public Catalogue catalogue() {
        return drivers.catalogue();
    }

    /** Adds profiles, and replaces those of the same id; all or none. */
    @POST
    @Path("driver-catalogue/imports")
    @PermissionsAllowed(Permissions.DRIVER_WRITE)
    @RequestBody(content = @Content(schema = @Schema(implementation = Catalogue.class)))
    public CatalogueChange read(@Nullable String catalogue) {
        return drivers.read(catalogue);
    }

    @DELETE
    @Path("driver-profiles/{id}")
    @PermissionsAllowed(Permissions.DRIVER_WRITE)
    public void remove(String id) {
        drivers.remove(id);
    }

    /** @param selector conditions on facts, such as {@code os=debian kernel=6.1.*}; absent: every node */
    @GET
    @Path("driver-matrix")
    @PermissionsAllowed(Permissions.DRIVER_READ)
    public Matrix matrix(@QueryParam("selector") @Nullable String selector) {
        return drivers.matrix(selector);
    }

    @GET
    @Path("driver-matrix/{node}")
    @PermissionsAllowed(Permissions.DRIVER_READ)
    public Matrix.Row node(UUID node) {
        return drivers.node(node);
    }
}
