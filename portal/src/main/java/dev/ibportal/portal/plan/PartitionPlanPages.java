package dev.ibportal.portal.plan;

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
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The plans of all nodes of a partition. */
@Path("/partitions")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class PartitionPlanPages {
    private final Shells shells;
    private final PlanService plans;

    PartitionPlanPages(Shells shells, PlanService plans) {
        this.shells = shells;
        this.plans = plans;
    }

    @CheckedTemplate(basePath = "plan")
    static class Templates {
        static native TemplateInstance partition(
                Shell shell, Form form, @Nullable PartitionPlanView plan, String partitionId, PlanWords words);
    }

    @GET
    @Path("{id}/plan")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Response partition(
            UUID id, @QueryParam("mode") @Nullable String mode, @QueryParam("ipMtu") @Nullable String ipMtu) {
        Shell shell = shells.openOn(TenantTable.PARTITION, id, Section.PARTITIONS);
        Form form = Form.empty("mode", mode == null ? "" : mode, "ipMtu", ipMtu == null ? "" : ipMtu);
        PlanWords words = new PlanWords(shell);
        try {
            PartitionPlanView plan = plans.partition(id, form.text("mode"), form.integer("ipMtu"));
            return Html.ok(shell, Templates.partition(shell, form, plan, id.toString(), words));
        } catch (DomainFault fault) {
            Form refused = Forms.refused(form, fault);
            return Html.refused(shell, Templates.partition(shell, refused, null, id.toString(), words));
        }
    }
}
