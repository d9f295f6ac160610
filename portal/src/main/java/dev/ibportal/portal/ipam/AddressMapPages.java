package dev.ibportal.portal.ipam;

import dev.ibportal.portal.platform.page.Grid;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.page.Texts;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.tenancy.TenantTable;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The map of a pool: what is free and what is not, at a glance; the same as a table below. */
@Path("/pools/{id}/map")
@Produces(MediaType.TEXT_HTML)
class AddressMapPages {
    private final Shells shells;
    private final PoolService pools;
    private final AddressMaps maps;

    AddressMapPages(Shells shells, PoolService pools, AddressMaps maps) {
        this.shells = shells;
        this.pools = pools;
        this.maps = maps;
    }

    @CheckedTemplate(basePath = "ipam")
    static class Templates {
        static native TemplateInstance map(
                Shell shell, PoolLine line, AddressMapView map, Grid grid, AddressMapWords words);
    }

    /** @param block a network of the pool's; absent: the whole pool */
    @GET
    @PermissionsAllowed(Permissions.POOL_READ)
    public Response look(UUID id, @QueryParam("block") @Nullable String block) {
        Shell shell = shells.openOn(TenantTable.POOL, id, Section.POOLS);
        PoolLine line = PoolLine.of(pools.get(id));
        AddressMapView map = maps.look(id, block == null || block.isBlank() ? null : block.strip());
        AddressMapWords words = new AddressMapWords(id, Texts.of(PoolMessages.class, shell.language()));
        return Html.ok(shell, Templates.map(shell, line, map, words.grid(map), words));
    }
}
