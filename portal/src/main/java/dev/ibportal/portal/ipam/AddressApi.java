package dev.ibportal.portal.ipam;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.ETags;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

@Path("/api/v1/addresses")
class AddressApi {
    private final AddressService addresses;

    AddressApi(AddressService addresses) {
        this.addresses = addresses;
    }

    @GET
    @PermissionsAllowed(Permissions.POOL_READ)
    public Page<AddressView> list(@QueryParam("search") @Nullable String search, @BeanParam PageRequest page) {
        return addresses.list(search, page);
    }

    @GET
    @Path("{id}")
    @PermissionsAllowed(Permissions.POOL_READ)
    @APIResponseSchema(AddressView.class)
    public Response get(UUID id) {
        AddressView address = addresses.get(id);
        return Response.ok(address).tag(ETags.of(address.version())).build();
    }

    /** An address that is being released, with what is to be said about it. */
    record Releasing(@JsonUnwrapped AddressView address, List<String> warnings) {}

    /** 204 when the address is free now, 202 with the address while a host may still have it. */
    @DELETE
    @Path("{id}")
    @PermissionsAllowed(Permissions.ADDRESS_WRITE)
    @APIResponseSchema(value = Releasing.class, responseCode = "202")
    public Response release(UUID id) {
        return addresses
                .release(id)
                .map(held -> Response.accepted(new Releasing(held, AddressService.warnings(held)))
                        .build())
                .orElseGet(() -> Response.noContent().build());
    }
}
