package dev.ibportal.portal.foundconf;

import dev.ibportal.portal.fabric.FabricService;
import dev.ibportal.portal.fabric.FabricView;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.portal.tenant.TenantService;
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
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Paste, look, take over. */
@Path("/fabrics/{id}/found-conf")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class FoundConfPages {
    private final Shells shells;
    private final FabricService fabrics;
    private final TenantService tenants;
    private final FoundConfService found;

    FoundConfPages(Shells shells, FabricService fabrics, TenantService tenants, FoundConfService found) {
        this.shells = shells;
        this.fabrics = fabrics;
        this.tenants = tenants;
        this.found = found;
    }

    @CheckedTemplate(basePath = "foundconf")
    static class Templates {
        static native TemplateInstance paste(
                Shell shell, Form form, FabricView fabric, List<FoundConfPages.Choice> tenants);

        static native TemplateInstance preview(Shell shell, Form form, FoundConfView found, FoundConfWords words);

        static native TemplateInstance taken(Shell shell, FabricView fabric, FoundConfView.Taken taken);
    }

    @GET
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public Response paste(UUID id) {
        Shell shell = shells.open(Section.FABRICS);
        return Html.ok(shell, Templates.paste(shell, Form.empty(), fabrics.get(id), choices()));
    }

    /** Public for the templates. */
    public record Choice(String id, String name) {}

    private List<Choice> choices() {
        return tenants.list(null, "active", PageRequest.of(PageRequest.MOST, null, "name")).items().stream()
                .map(tenant -> new Choice(tenant.id().toString(), tenant.name()))
                .toList();
    }

    @POST
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public Response look(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.FABRICS);
        Form form = Forms.read(sent);
        try {
            FoundConfForm wish = wish(form, null);
            return Html.ok(shell, Templates.preview(shell, form, found.preview(id, wish), new FoundConfWords(shell)));
        } catch (DomainFault fault) {
            return Html.refused(shell, Templates.paste(shell, Forms.refused(form, fault), fabrics.get(id), choices()));
        }
    }

    @POST
    @Path("take")
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public Response take(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.FABRICS);
        Form form = Forms.read(sent);
        try {
            List<String> chosen = sent.getOrDefault("pkey", List.of());
            FoundConfView.Taken taken = found.take(id, wish(form, chosen));
            return Html.ok(shell, Templates.taken(shell, fabrics.get(id), taken));
        } catch (DomainFault fault) {
            return Html.refused(
                    shell,
                    Templates.preview(
                            shell,
                            Forms.refused(form, fault),
                            found.preview(id, wish(form, null)),
                            new FoundConfWords(shell)));
        }
    }

    @POST
    @Path("replace")
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public Response replace(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.FABRICS);
        Form form = Forms.read(sent);
        try {
            found.replace(id, form.text("confirm"));
            return Html.see("/fabrics/" + id, "saved");
        } catch (DomainFault fault) {
            return Html.refused(shell, Templates.paste(shell, Forms.refused(form, fault), fabrics.get(id), choices()));
        }
    }

    private static FoundConfForm wish(Form form, @Nullable List<String> pkeys) {
        return new FoundConfForm(
                form.lines("text").isBlank() ? null : form.lines("text"),
                form.text("tenant"),
                pkeys,
                form.text("digest"));
    }
}
