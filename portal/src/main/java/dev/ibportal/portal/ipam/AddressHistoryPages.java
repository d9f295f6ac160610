package dev.ibportal.portal.ipam;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;

/** Who had an address at a time. */
@Path("/address-history")
@Produces(MediaType.TEXT_HTML)
class AddressHistoryPages {
    private final Shells shells;
    private final AddressHistory history;

    AddressHistoryPages(Shells shells, AddressHistory history) {
        this.shells = shells;
        this.history = history;
    }

    @CheckedTemplate(basePath = "ipam")
    static class Templates {
        static native TemplateInstance addressHistory(
                Shell shell, Form form, List<AddressHolding> holdings, boolean asked);
    }

    @GET
    @PermissionsAllowed(Permissions.POOL_READ)
    public Response find(
            @QueryParam("address") @DefaultValue("") String address, @QueryParam("at") @DefaultValue("") String at) {
        Shell shell = shells.open(Section.POOLS);
        Form form = Form.empty("address", address.strip(), "at", at.strip());
        if (address.isBlank()) {
            return Html.ok(shell, Templates.addressHistory(shell, form, List.of(), false));
        }
        try {
            return Html.ok(shell, Templates.addressHistory(shell, form, history.of(address.strip(), at), true));
        } catch (DomainFault fault) {
            Form refused = Forms.refused(form, fault);
            return Html.refused(shell, Templates.addressHistory(shell, refused, List.of(), false));
        }
    }
}
