package dev.ibportal.portal.partition;

import dev.ibportal.portal.partition.PartitionPagesSql.NodeChoice;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.page.States;
import dev.ibportal.portal.platform.page.Texts;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.tenancy.TenantTable;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

@Path("/partitions/{partition}/members")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class MemberPages {
    private final Shells shells;
    private final PartitionService partitions;
    private final MemberService members;
    private final RemovalService removals;
    private final ChangePreviews previews;
    private final PartitionPagesSql sql;

    MemberPages(
            Shells shells,
            PartitionService partitions,
            MemberService members,
            RemovalService removals,
            ChangePreviews previews,
            PartitionPagesSql sql) {
        this.shells = shells;
        this.partitions = partitions;
        this.members = members;
        this.removals = removals;
        this.previews = previews;
        this.sql = sql;
    }

    /** What the form for new members offers. Public for the templates. */
    public record Choices(
            PartitionView partition,
            List<NodeChoice> nodes,
            List<PartitionPagesSql.PortChoiceLine> ports,
            String pools,
            List<String> chosen,
            String search,
            int matching) {
        /** Whether there is more than the page shows. */
        public boolean isCut() {
            return matching > nodes.size();
        }

        public boolean isChosen(UUID node) {
            return chosen.contains(node.toString());
        }
    }

    @CheckedTemplate(basePath = "partition")
    static class Templates {
        static native TemplateInstance addMembers(
                Shell shell, Form form, Choices choices, States states, @Nullable ChangePreview preview);

        static native TemplateInstance editMember(Shell shell, Form form, MemberView member);

        static native TemplateInstance removeMember(
                Shell shell, Form form, MemberView member, MemberService.Leaving leaving, ChangePreview preview);
    }

    @GET
    @Path("add")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Response choose(UUID partition, @QueryParam("search") @DefaultValue("") String search) {
        Shell shell = shells.openOn(TenantTable.PARTITION, partition, Section.PARTITIONS);
        Choices choices = choices(partition, List.of(), search.strip());
        Form form = Form.empty("membership", choices.partition().defaultMembership());
        return Html.ok(shell, Templates.addMembers(shell, form, choices, new States(shell), null));
    }

    @POST
    @Path("add")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Response add(UUID partition, MultivaluedMap<String, String> sent) {
        Shell shell = shells.openOn(TenantTable.PARTITION, partition, Section.PARTITIONS);
        Form form = Forms.read(sent);
        String search = form.value("search");
        List<String> nodes = form.isChecked("all")
                ? sql.allChoices(partition, partitions.get(partition).fabric().id(), search)
                : sent.getOrDefault("node", List.of());
        try {
            if (form.isChecked("preview")) {
                ChangePreview preview = previews.adding(partition, nodes, form.text("membership"));
                Choices choices = choices(partition, nodes, search);
                return Html.ok(shell, Templates.addMembers(shell, form, choices, new States(shell), preview));
            }
            add(partition, nodes, form);
            return Html.see("/partitions/" + partition);
        } catch (DomainFault fault) {
            Form again = Forms.refused(form, fault);
            Choices choices = choices(partition, nodes, search);
            return Html.refused(shell, Templates.addMembers(shell, again, choices, new States(shell), null));
        }
    }

    private void add(UUID partition, List<String> nodes, Form form) {
        if (form.isChecked("index0") && nodes.size() != 1) {
            throw new DomainFault.Invalid("index0", "index 0 is chosen port by port: choose one node");
        }
        if (nodes.size() == 1) {
            members.add(
                    partition,
                    new MemberForm(
                            nodes.get(0),
                            form.text("port"),
                            form.text("membership"),
                            null,
                            null,
                            null,
                            form.isChecked("index0")));
        } else {
            members.addMany(partition, new MemberBulkForm(nodes, form.text("membership")));
        }
    }

    private Choices choices(UUID partition, List<String> chosen, String search) {
        PartitionView view = partitions.get(partition);
        UUID fabric = view.fabric().id();
        List<NodeChoice> nodes = sql.choices(partition, fabric, search);
        int matching = nodes.size() < PartitionPagesSql.MOST_CHOICES
                ? nodes.size()
                : sql.countChoices(partition, fabric, search);
        List<UUID> several = nodes.stream()
                .filter(node -> node.ports() > 1)
                .map(NodeChoice::id)
                .toList();
        String pools = sql.pools(partition).stream()
                .map(PartitionDetail.PoolLine::prefix)
                .collect(Collectors.joining(", "));
        return new Choices(
                view,
                nodes,
                several.isEmpty() ? List.of() : sql.ports(fabric, several),
                pools,
                chosen,
                search,
                matching);
    }

    @GET
    @Path("{id}/edit")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Response edit(UUID partition, UUID id) {
        Shell shell = shells.openOn(TenantTable.PARTITION, partition, Section.PARTITIONS);
        MemberView member = members.get(partition, id);
        return Html.ok(shell, Templates.editMember(shell, form(member), member));
    }

    @POST
    @Path("{id}/edit")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Response update(UUID partition, UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.openOn(TenantTable.PARTITION, partition, Section.PARTITIONS);
        Form form = Forms.read(sent);
        try {
            requireSomebodyFull(shell, form, members.get(partition, id));
            MemberChange change = new MemberChange(form.text("membership"), form.text("mode"), form.integer("mtu"));
            members.update(partition, id, form.version(), change);
            return Html.see("/partitions/" + partition, "saved");
        } catch (DomainFault fault) {
            MemberView present = members.get(partition, id);
            Form again = Forms.refused(form, fault).at(present.version());
            return Html.refused(shell, Templates.editMember(shell, again, present));
        }
    }

    /** The last full member holds a partition together; it becomes limited only by somebody who has read that. */
    private void requireSomebodyFull(Shell shell, Form form, MemberView member) {
        boolean becomesLimited =
                form.is("membership", "limited") && member.membership().equals("full");
        if (becomesLimited
                && !form.isChecked("isolate")
                && members.leaving(member) == MemberService.Leaving.ONLY_LIMITED_STAY) {
            throw new DomainFault.Invalid(
                    "membership",
                    Texts.of(PartitionMessages.class, shell.language()).last_full());
        }
    }

    private static Form form(MemberView member) {
        Integer mtu = member.mtu();
        String mode = member.mode();
        return Form.filled(
                member.version(),
                "membership",
                member.membership(),
                "mode",
                mode == null ? "" : mode,
                "mtu",
                mtu == null ? "" : mtu.toString());
    }

    @GET
    @Path("{id}/remove")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Response askRemove(UUID partition, UUID id) {
        Shell shell = shells.openOn(TenantTable.PARTITION, partition, Section.PARTITIONS);
        MemberView member = members.get(partition, id);
        return Html.ok(shell, asked(shell, Form.filled(member.version()), member));
    }

    private TemplateInstance asked(Shell shell, Form form, MemberView member) {
        ChangePreview preview = previews.removing(member.partition().id(), Set.of(member.id()));
        return Templates.removeMember(shell, form, member, members.leaving(member), preview);
    }

    @POST
    @Path("{id}/remove")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Response remove(UUID partition, UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.openOn(TenantTable.PARTITION, partition, Section.PARTITIONS);
        Form form = Forms.read(sent);
        try {
            RemovalRequestView waits = removals.removeMember(partition, id, "\"" + form.version() + "\"");
            return waits == null
                    ? Html.see(
                            "/partitions/" + partition,
                            "leaving",
                            members.get(partition, id).node().name())
                    : Html.see("/removal-requests/" + waits.id());
        } catch (DomainFault fault) {
            MemberView present = members.get(partition, id);
            Form again = Forms.refused(form, fault).at(present.version());
            return Html.refused(shell, asked(shell, again, present));
        }
    }
}
