package dev.ibportal.portal.drivers;

import dev.ibportal.drivers.Profile;
import dev.ibportal.portal.drivers.core.Matrix;
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
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** The catalogue, and what it says to the nodes there are. */
@Path("/drivers")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class DriverPages {
    private final Shells shells;
    private final DriverService drivers;

    DriverPages(Shells shells, DriverService drivers) {
        this.shells = shells;
        this.drivers = drivers;
    }

    @CheckedTemplate(basePath = "drivers")
    static class Templates {
        static native TemplateInstance catalogue(
                Shell shell, List<Profile> profiles, Set<String> imported, DriverWords words);

        static native TemplateInstance profile(Shell shell, Form form, Profile profile, boolean own, DriverWords words);

        static native TemplateInstance read(Shell shell, Form form);

        static native TemplateInstance matrix(
                Shell shell, Form form, Matrix matrix, List<Profile> profiles, DriverWords words);

        static native TemplateInstance node(Shell shell, UUID id, String name, Matrix.Row row, DriverWords words);
    }

    @GET
    @PermissionsAllowed(Permissions.DRIVER_READ)
    public Response catalogue() {
        Shell shell = shells.open(Section.DRIVERS);
        return Html.ok(
                shell,
                Templates.catalogue(shell, drivers.catalogue().profiles(), drivers.imported(), new DriverWords(shell)));
    }

    @GET
    @Path("catalogue.json")
    @Produces(MediaType.APPLICATION_JSON)
    @PermissionsAllowed(Permissions.DRIVER_READ)
    public Response download() {
        return Response.ok(drivers.catalogue().write())
                .header("Content-Disposition", "attachment; filename=\"driver-catalogue.json\"")
                .build();
    }

    @GET
    @Path("profiles/{profile}")
    @PermissionsAllowed(Permissions.DRIVER_READ)
    public Response profile(String profile) {
        Shell shell = shells.open(Section.DRIVERS);
        return Html.ok(shell, profile(shell, Form.empty(), profile));
    }

    private TemplateInstance profile(Shell shell, Form form, String id) {
        return Templates.profile(
                shell, form, drivers.profile(id), drivers.imported().contains(id), new DriverWords(shell));
    }

    @POST
    @Path("profiles/{profile}/remove")
    @PermissionsAllowed(Permissions.DRIVER_WRITE)
    public Response remove(String profile) {
        Shell shell = shells.open(Section.DRIVERS);
        try {
            drivers.remove(profile);
            return Html.see("/drivers", "removed");
        } catch (DomainFault fault) {
            return Html.refused(shell, profile(shell, Forms.refused(Form.empty(), fault), profile));
        }
    }

    @GET
    @Path("import")
    @PermissionsAllowed(Permissions.DRIVER_WRITE)
    public Response ask() {
        Shell shell = shells.open(Section.DRIVERS);
        return Html.ok(shell, Templates.read(shell, Form.empty()));
    }

    @POST
    @Path("import")
    @PermissionsAllowed(Permissions.DRIVER_WRITE)
    public Response read(MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.DRIVERS);
        Form form = Forms.read(sent);
        try {
            drivers.read(form.lines("catalogue"));
            return Html.see("/drivers", "saved");
        } catch (DomainFault fault) {
            return Html.refused(shell, Templates.read(shell, Forms.refused(form, fault)));
        }
    }

    @GET
    @Path("matrix")
    @PermissionsAllowed(Permissions.DRIVER_READ)
    public Response matrix(@QueryParam("selector") @DefaultValue("") String selector) {
        Shell shell = shells.open(Section.DRIVERS);
        Form form = Form.empty("selector", selector.strip());
        List<Profile> profiles = drivers.catalogue().profiles();
        try {
            Matrix matrix = drivers.matrix(selector);
            return Html.ok(shell, Templates.matrix(shell, form, matrix, profiles, new DriverWords(shell)));
        } catch (DomainFault fault) {
            return Html.refused(
                    shell,
                    Templates.matrix(
                            shell,
                            Forms.refused(form, fault),
                            new Matrix(0, List.of()),
                            profiles,
                            new DriverWords(shell)));
        }
    }

    @GET
    @Path("nodes/{node}")
    @PermissionsAllowed(Permissions.DRIVER_READ)
    public Response node(UUID node) {
        Shell shell = shells.open(Section.DRIVERS);
        Matrix.Row row = drivers.node(node);
        return Html.ok(shell, Templates.node(shell, node, row.nodes().get(0).name(), row, new DriverWords(shell)));
    }
}
