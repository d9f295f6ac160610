package dev.ibportal.portal.ipam;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.tenancy.TenantTable;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import java.util.UUID;

/** Releasing an address, which is asked for once more. */
@Path("/addresses/{id}/release")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class AddressPages {
    private final Shells shells;
    private final AddressService addresses;

    AddressPages(Shells shells, AddressService addresses) {
        this.shells = shells;
        this.addresses = addresses;
    }

    @CheckedTemplate(basePath = "ipam")
    static class Templates {
        static native TemplateInstance release(Shell shell, Form form, AddressView address);
    }

    @GET
    @PermissionsAllowed(Permissions.ADDRESS_WRITE)
    public Response ask(UUID id) {
        Shell shell = shells.openOn(TenantTable.ADDRESS, id, Section.POOLS);
        return Html.ok(shell, Templates.release(shell, Form.empty(), addresses.get(id)));
    }

    @POST
    @PermissionsAllowed(Permissions.ADDRESS_WRITE)
    public Response release(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.openOn(TenantTable.ADDRESS, id, Section.POOLS);
        AddressView address = addresses.get(id);
        try {
            addresses.release(id);
            String done = address.state().equals("reserved") ? "removed" : "leaving";
            return Html.see("/pools/" + address.pool().id(), done, address.ip());
        } catch (DomainFault fault) {
            Form form = Forms.refused(Forms.read(sent), fault);
            return Html.refused(shell, Templates.release(shell, form, address));
        }
    }
}
