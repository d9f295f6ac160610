package dev.ibportal.portal.plan;

import dev.ibportal.portal.plan.PlanService.Done;
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

/** The plan of a node, what becomes of drift on it, and what was done. */
@Path("/nodes")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class NodePlanPages {
    private final Shells shells;
    private final PlanService plans;

    NodePlanPages(Shells shells, PlanService plans) {
        this.shells = shells;
        this.plans = plans;
    }

    @CheckedTemplate(basePath = "plan")
    static class Templates {
        static native TemplateInstance node(Shell shell, NodePlanPage page, PlanWords words);
    }

    /**
     * What the page of a node's plan shows. Public for the templates.
     *
     * @param plan null where the node could not be asked
     * @param form with the reason why not, or why a plan was not carried out
     * @param told what came of the last order
     */
    public record NodePlanPage(
            PlanService.NodeChoice choice,
            @Nullable NodePlanView plan,
            Form form,
            String told,
            List<JournalView> journal) {
        /** For the list of choices: nothing where the node follows its tenants. */
        public String policy() {
            return choice.policy() == null ? "" : choice.policy();
        }
    }

    @GET
    @Path("{id}/plan")
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public Response node(UUID id) {
        Shell shell = shells.open(Section.NODES);
        return Html.ok(shell, Templates.node(shell, page(id, Form.empty(), "", null), new PlanWords(shell)));
    }

    private NodePlanPage page(UUID id, Form form, String told, @Nullable NodePlanView known) {
        PlanService.NodeChoice choice = plans.node(id);
        NodePlanView plan = known;
        Form shown = form;
        if (plan == null) {
            try {
                plan = plans.plan(id);
            } catch (DomainFault fault) {
                shown = form.isFailed() ? form : Forms.refused(form, fault);
            }
        }
        return new NodePlanPage(choice, plan, shown, told, plans.journal(id));
    }

    @POST
    @Path("{id}/plan")
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public Response carryOut(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.NODES);
        Form form = Forms.read(sent);
        PlanWords words = new PlanWords(shell);
        try {
            if (form.is("do", "policy")) {
                plans.choose(id, form.text("policy"));
                return Html.see("/nodes/" + id + "/plan", "saved");
            }
            Done done = form.is("do", "rollback") ? plans.rollback(id) : plans.apply(id, form.text("digest"));
            if (done.succeeded()) {
                return Html.ok(shell, Templates.node(shell, page(id, Form.empty(), done.message(), null), words));
            }
            NodePlanPage page = page(id, form.refused(done.message()), "", done.plan());
            return Html.refused(shell, Templates.node(shell, page, words));
        } catch (DomainFault fault) {
            return Html.refused(shell, Templates.node(shell, page(id, Forms.refused(form, fault), "", null), words));
        }
    }
}
