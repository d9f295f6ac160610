package dev.ibportal.portal.fabric;

import dev.ibportal.portal.fabric.PKeyMapView.Key;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Grid;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.page.Texts;
import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The map of a fabric's PKeys, and what can be done with one. */
@Path("/fabrics/{id}/pkeys")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class PKeyMapPages {
    private final Shells shells;
    private final PKeyMaps maps;

    PKeyMapPages(Shells shells, PKeyMaps maps) {
        this.shells = shells;
        this.maps = maps;
    }

    @CheckedTemplate(basePath = "fabric")
    static class Templates {
        static native TemplateInstance pkeys(
                Shell shell, Form form, PKeyMapView map, Grid grid, PKeyMapWords words, @Nullable Key chosen);
    }

    /**
     * @param block 0 to 127; absent: all blocks
     * @param key one that is looked at
     */
    @GET
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public Response look(
            UUID id, @QueryParam("block") @Nullable String block, @QueryParam("key") @Nullable String key) {
        Shell shell = shells.open(Section.FABRICS);
        Key chosen = key == null || key.isBlank() ? null : maps.key(id, key);
        Integer number = chosen == null ? PKeyMapApi.number(block) : Integer.valueOf(block(chosen));
        return Html.ok(shell, page(shell, id, number, chosen, Form.empty()));
    }

    private static int block(Key key) {
        return (Integer.decode(key.pkey()) & 0x7fff) / 256;
    }

    private TemplateInstance page(Shell shell, UUID id, @Nullable Integer block, @Nullable Key chosen, Form form) {
        PKeyMapView map = maps.look(id, block);
        PKeyMapWords words = new PKeyMapWords(id, Texts.of(FabricMessages.class, shell.language()));
        return Templates.pkeys(shell, form, map, words.grid(map, chosen), words, chosen);
    }

    @POST
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public Response change(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.FABRICS);
        Form form = Forms.read(sent);
        Key key = maps.key(id, form.value("pkey"));
        try {
            if (form.is("what", "let-go")) {
                maps.letGo(id, key.pkey());
            } else {
                maps.reserve(id, key.pkey(), form.text("reason"));
            }
            return Html.see("/fabrics/" + id + "/pkeys?key=" + key.pkey(), "saved");
        } catch (DomainFault fault) {
            return Html.refused(
                    shell, page(shell, id, block(key), maps.key(id, key.pkey()), Forms.refused(form, fault)));
        }
    }
}
