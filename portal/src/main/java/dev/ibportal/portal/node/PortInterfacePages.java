package dev.ibportal.portal.node;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.page.States;
import dev.ibportal.portal.platform.security.Permissions;
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
import org.jspecify.annotations.Nullable;

/** The form for a port's own interface. */
@Path("/nodes/{node}/ports/{port}/interface")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class PortInterfacePages {
    private final Shells shells;
    private final NodeService nodes;
    private final PortInterfaceService interfaces;

    PortInterfacePages(Shells shells, NodeService nodes, PortInterfaceService interfaces) {
        this.shells = shells;
        this.nodes = nodes;
        this.interfaces = interfaces;
    }

    @CheckedTemplate(basePath = "node")
    static class Templates {
        static native TemplateInstance portInterface(
                Shell shell, Form form, NodeView node, PortInterfaceView own, States states);
    }

    @GET
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public Response edit(UUID node, UUID port) {
        PortInterfaceView own = interfaces.get(node, port);
        Shell shell = shells.open(Section.NODES);
        return Html.ok(shell, page(shell, form(own), node, own));
    }

    private TemplateInstance page(Shell shell, Form form, UUID node, PortInterfaceView own) {
        return Templates.portInterface(shell, form, nodes.get(node).node(), own, new States(shell));
    }

    @POST
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public Response save(UUID node, UUID port, MultivaluedMap<String, String> sent) {
        Form form = Forms.read(sent);
        try {
            if (form.is("what", "leave")) {
                interfaces.remove(node, port, form.version());
            } else {
                interfaces.put(node, port, form.version(), wish(form));
            }
            return Html.see("/nodes/" + node, "saved");
        } catch (DomainFault.NotFound gone) {
            throw gone;
        } catch (DomainFault fault) {
            PortInterfaceView own = interfaces.get(node, port);
            Shell shell = shells.open(Section.NODES);
            return Html.refused(shell, page(shell, Forms.refused(form, fault).at(own.version()), node, own));
        }
    }

    private static PortInterfaceForm wish(Form form) {
        return new PortInterfaceForm(
                form.text("mode"),
                form.integer("mtu"),
                form.list("addresses"),
                form.integer("transmitQueueLength"),
                form.integer("channels"),
                form.text("profile"));
    }

    private static Form form(PortInterfaceView own) {
        return Form.filled(
                own.version(),
                "mode",
                own.mode(),
                "mtu",
                text(own.mtu()),
                "addresses",
                String.join("\n", own.addresses()),
                "transmitQueueLength",
                text(own.transmitQueueLength()),
                "channels",
                text(own.channels()),
                "profile",
                own.profile());
    }

    private static String text(@Nullable Integer number) {
        return number == null ? "" : number.toString();
    }
}
