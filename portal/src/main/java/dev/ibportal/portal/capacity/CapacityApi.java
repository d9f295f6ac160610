package dev.ibportal.portal.capacity;

import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.QueryValues;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import org.jspecify.annotations.Nullable;

@Path("/api/v1/capacity")
class CapacityApi {
    static final int MOST = 100_000;

    private final CapacityService capacity;

    CapacityApi(CapacityService capacity) {
        this.capacity = capacity;
    }

    /** Fabrics for operators; the fullest pools for everybody, each those that the caller may see. */
    @GET
    @PermissionsAllowed(Permissions.POOL_READ)
    public CapacityView look() {
        return capacity.look();
    }

    /** One line for each number. */
    @GET
    @Path("csv")
    @Produces("text/csv")
    @PermissionsAllowed(Permissions.POOL_READ)
    public String csv() {
        return CapacityCsv.of(capacity.look());
    }

    /**
     * Whether a new tenant fits on a fabric now.
     *
     * @param fabric id or name
     * @param nodes so many, each with one port in all partitions
     */
    @GET
    @Path("what-if")
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public WhatIf whatIf(
            @QueryParam("fabric") @Nullable String fabric,
            @QueryParam("nodes") @Nullable String nodes,
            @QueryParam("partitions") @Nullable String partitions) {
        return capacity.whatIf(required("fabric", fabric), number("nodes", nodes), number("partitions", partitions));
    }

    static String required(String name, @Nullable String text) {
        if (text == null || text.isBlank()) {
            throw new Invalid(name, name + " is missing and has no default");
        }
        return text.strip();
    }

    static int number(String name, @Nullable String text) {
        return QueryValues.number(name, required(name, text), 0, MOST);
    }
}
