package dev.ibportal.portal.partition;

import dev.ibportal.portal.fabric.FabricService;
import dev.ibportal.portal.fabric.FabricView;
import dev.ibportal.portal.partition.core.FabricDiff;
import dev.ibportal.portal.partition.core.FabricDiff.Change;
import dev.ibportal.portal.partition.core.FabricDiff.Kind;
import dev.ibportal.portal.partition.core.LivePort;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import dev.ibportal.portal.platform.tenancy.TenantTable;
import dev.ibportal.portal.platform.web.Ref;
import dev.ibportal.types.MembershipType;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says what a change would make of the live fabric. Nothing is done. */
@ApplicationScoped
public class ChangePreviews {
    private final TenantContext tenants;
    private final CurrentActor actor;
    private final Scope scope;
    private final PartitionService partitions;
    private final FabricService fabrics;
    private final MemberSql members;
    private final MemberPorts ports;
    private final ChangePreviewSql sql;

    ChangePreviews(
            TenantContext tenants,
            CurrentActor actor,
            Scope scope,
            PartitionService partitions,
            FabricService fabrics,
            MemberSql members,
            MemberPorts ports,
            ChangePreviewSql sql) {
        this.tenants = tenants;
        this.actor = actor;
        this.scope = scope;
        this.partitions = partitions;
        this.fabrics = fabrics;
        this.members = members;
        this.ports = ports;
        this.sql = sql;
    }

    /** The fabric as it is, beside what is wanted already. */
    public ChangePreview present(UUID partition) {
        return of(partitions.get(partition), Change.NONE);
    }

    /** @param nodes ids or names */
    public ChangePreview adding(UUID partition, List<String> nodes, @Nullable String membership) {
        PartitionView view = entered(partition);
        MembershipType type = Field.required("membership", membership, MembershipType::parse);
        if (nodes.isEmpty()) {
            throw new Invalid("nodes", "0 nodes: at least one expected");
        }
        return of(view, new Change(wanted(partition, nodes, type), Set.of()));
    }

    private Map<String, String> wanted(UUID partition, List<String> nodes, MembershipType type) {
        MemberWish wish = new MemberWish(nodes, "nodes", null, type, null, null, List.of(), false, false);
        return scope.read(connection -> {
            MemberSql.Target target =
                    members.target(connection, partition).orElseThrow(() -> new NotFound("partition", partition));
            Map<String, String> added = new LinkedHashMap<>();
            members.guids(
                            connection,
                            ports.choose(connection, target, wish).stream()
                                    .map(MemberSql.NewMember::port)
                                    .toList())
                    .forEach(guid -> added.put(guid, type.text()));
            return added;
        });
    }

    public ChangePreview removing(UUID partition, Set<UUID> memberships) {
        return of(entered(partition), new Change(Map.of(), memberships));
    }

    public ChangePreview removingAll(UUID partition) {
        PartitionView view = entered(partition);
        Set<UUID> all = sql.ports(view, List.of(), viewer(view)).stream()
                .filter(port -> port.wish() != null && port.member() != null)
                .map(LivePort::member)
                .collect(Collectors.toSet());
        return of(view, new Change(Map.of(), all));
    }

    private PartitionView entered(UUID partition) {
        tenants.enter(TenantTable.PARTITION, partition);
        return partitions.get(partition);
    }

    /** The nodes of others are nobody's business but an operator's and an auditor's. */
    private @Nullable UUID viewer(PartitionView partition) {
        return actor.get().isPortalWide() ? null : partition.tenant().id();
    }

    private ChangePreview of(PartitionView partition, Change change) {
        FabricView fabric = fabrics.get(partition.fabric().id());
        FabricDiff diff =
                FabricDiff.of(sql.ports(partition, List.copyOf(change.added().keySet()), viewer(partition)), change);
        ChangePreviewSql.Policy policy = sql.policy(fabric.id());
        return new ChangePreview(
                new Ref(partition.id(), partition.name()),
                partition.pkey(),
                partition.fabric(),
                fabric.smKind(),
                fabric.status().smState(),
                fabric.status().seenAt(),
                diff.lines(),
                diff.stay(),
                diff.hidden(),
                diff.fullAfter(),
                diff.limitedAfter(),
                diff.empties(),
                diff.fullAfter() == 0 && diff.limitedAfter() > 0,
                sweeps(fabric, diff),
                // Others' changes are counted for operators alone.
                actor.get().isOperator() ? policy.waiting() : 0,
                policy.approval() && diff.removes(),
                digest(partition, diff));
    }

    /**
     * OpenSM takes the whole file at once: one sweep, however many ports change and whoever else waits. UFM sweeps for each
     * call: one for those that come, one for those that go, and both for those that change.
     */
    private static int sweeps(FabricView fabric, FabricDiff diff) {
        if (!diff.touchesFabric()) {
            return 0;
        }
        if (fabric.smKind().equals("opensm")) {
            return 1;
        }
        Set<Kind> kinds = diff.lines().stream()
                .filter(FabricDiff.Line::byThisChange)
                .map(FabricDiff.Line::kind)
                .collect(Collectors.toSet());
        boolean both = kinds.contains(Kind.CHANGED);
        return (both || kinds.contains(Kind.ADDED) ? 1 : 0) + (both || kinds.contains(Kind.GOES) ? 1 : 0);
    }

    /** Without ages: that the same was seen again changes nothing. */
    private static String digest(PartitionView partition, FabricDiff diff) {
        String text = partition.id() + " " + partition.version() + " " + diff.stay() + " " + diff.fullAfter() + " "
                + diff.limitedAfter() + " " + diff.hidden() + "\n"
                + diff.lines().stream()
                        .map(line -> line.kind() + " " + line.guid() + " " + line.live() + " " + line.wanted())
                        .collect(Collectors.joining("\n"));
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
