package dev.ibportal.portal.partition;

import dev.ibportal.portal.partition.HostSettingsView.RouteView;
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
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/** The form for what a partition's interfaces need of their hosts. */
@Path("/partitions/{partition}/host")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class HostSettingsPages {
    private final Shells shells;
    private final PartitionService partitions;
    private final HostSettingsService settings;

    HostSettingsPages(Shells shells, PartitionService partitions, HostSettingsService settings) {
        this.shells = shells;
        this.partitions = partitions;
        this.settings = settings;
    }

    @CheckedTemplate(basePath = "partition")
    static class Templates {
        static native TemplateInstance host(Shell shell, Form form, PartitionView partition);
    }

    @GET
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Response edit(UUID partition) {
        Shell shell = shells.openOn(TenantTable.PARTITION, partition, Section.PARTITIONS);
        return Html.ok(shell, Templates.host(shell, form(settings.get(partition)), partitions.get(partition)));
    }

    @POST
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Response save(UUID partition, MultivaluedMap<String, String> sent) {
        Shell shell = shells.openOn(TenantTable.PARTITION, partition, Section.PARTITIONS);
        Form form = Forms.read(sent);
        try {
            settings.put(partition, form.version(), wish(form));
            return Html.see("/partitions/" + partition, "saved");
        } catch (DomainFault fault) {
            Form again = Forms.refused(form, fault).at(settings.get(partition).version());
            return Html.refused(shell, Templates.host(shell, again, partitions.get(partition)));
        }
    }

    private static HostSettingsForm wish(Form form) {
        return new HostSettingsForm(
                form.list("routes").stream().map(HostSettingsWish::line).toList(),
                form.isChecked("sourceRouting"),
                form.list("dnsServers"),
                form.list("dnsSearch"),
                form.text("profile"));
    }

    private static Form form(HostSettingsView view) {
        return Form.filled(
                view.version(),
                "routes",
                lines(view.routes().stream().map(RouteView::toString).toList()),
                "sourceRouting",
                view.sourceRouting() ? "true" : "",
                "dnsServers",
                lines(view.dnsServers()),
                "dnsSearch",
                lines(view.dnsSearch()),
                "profile",
                view.profile());
    }

    private static String lines(List<String> values) {
        return values.stream().collect(Collectors.joining("\n"));
    }
}
