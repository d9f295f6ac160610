package dev.ibportal.portal.fabric;

import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.QueryValues;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@Path("/api/v1/fabrics/{id}/pkeys")
class PKeyMapApi {
    private static final int LAST_BLOCK = 127;

    private final PKeyMaps maps;

    PKeyMapApi(PKeyMaps maps) {
        this.maps = maps;
    }

    /** @param block 0 to 127: the 256 keys of one block; absent: all blocks with how full they are */
    @GET
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public PKeyMapView map(UUID id, @QueryParam("block") @Nullable String block) {
        return maps.look(id, number(block));
    }

    static @Nullable Integer number(@Nullable String block) {
        return block == null || block.isBlank() ? null : QueryValues.number("block", block, 0, LAST_BLOCK);
    }

    @GET
    @Path("{pkey}")
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public PKeyMapView.Key key(UUID id, String pkey) {
        return maps.key(id, pkey);
    }

    /** Why a key is kept back. */
    record ReservationForm(@Nullable String reason) {}

    @PUT
    @Path("{pkey}/reservation")
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public PKeyMapView.Key reserve(UUID id, String pkey, ReservationForm form) {
        return maps.reserve(id, pkey, form.reason());
    }

    @DELETE
    @Path("{pkey}/reservation")
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public PKeyMapView.Key letGo(UUID id, String pkey) {
        return maps.letGo(id, pkey);
    }
}
