package dev.ibportal.portal.ipam;

import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Path("/api/v1/address-history")
class AddressHistoryApi {
    private final AddressHistory history;

    AddressHistoryApi(AddressHistory history) {
        this.history = history;
    }

    /** Who had an address, the latest first. */
    record Held(List<AddressHolding> items) {}

    /** @param at a time with zone; absent: everybody who ever had it */
    @GET
    @PermissionsAllowed(Permissions.POOL_READ)
    public Held find(@QueryParam("address") @Nullable String address, @QueryParam("at") @Nullable String at) {
        return new Held(history.of(address, at));
    }
}
