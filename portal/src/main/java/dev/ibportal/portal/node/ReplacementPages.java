package dev.ibportal.portal.node;

import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import java.util.UUID;

/** Takes the button on the node's page. */
@Path("/nodes/{node}/replacements")
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class ReplacementPages {
    private final ReplacementService replacements;

    ReplacementPages(ReplacementService replacements) {
        this.replacements = replacements;
    }

    @POST
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public Response accept(UUID node, MultivaluedMap<String, String> sent) {
        Form form = Forms.read(sent);
        replacements.accept(node, new ReplacementForm(form.text("from"), form.text("to")));
        return Html.see("/nodes/" + node, "saved");
    }
}
