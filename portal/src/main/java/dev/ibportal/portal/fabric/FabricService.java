package dev.ibportal.portal.fabric;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.fabric.FabricSql.SmCandidate;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.SqlError;
import dev.ibportal.portal.platform.db.SqlFailure;
import dev.ibportal.portal.platform.db.Work;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.web.ETags;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.types.DisplayName;
import dev.ibportal.types.MembershipType;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Fabrics: made and changed by operators, seen by everybody. */
@ApplicationScoped
public class FabricService {
    private static final String NAME_TAKEN = "fabric_name_key_key";
    private static final String FOREIGN_KEY = "23503";
    private static final String HOST_TAKEN = "fabric_sm_host_pkey";
    private static final String SM_TAKEN = "fabric_sm_node_id_key";

    private final FabricDb db;
    private final FabricSql sql;
    private final DefaultPartitionService defaults;
    private final AuditLog audit;
    private final CurrentActor actor;

    FabricService(FabricDb db, FabricSql sql, DefaultPartitionService defaults, AuditLog audit, CurrentActor actor) {
        this.db = db;
        this.sql = sql;
        this.defaults = defaults;
        this.audit = audit;
        this.actor = actor;
    }

    public Page<FabricView> list(PageRequest request) {
        return db.read(connection -> sql.page(connection, request)).map(this::shown);
    }

    public FabricView get(UUID id) {
        return db.read(connection -> {
            FabricView found = sql.find(connection, id).orElseThrow(() -> new NotFound("fabric", id));
            return actor.get().isOperator()
                    ? found.with(sql.pkeys(connection, id), sql.smHosts(connection, id))
                    : found.forTenants();
        });
    }

    /**
     * The fabric that somebody named by id or name in another request.
     *
     * @param field of that request, for the refusal
     */
    public FabricView named(String field, String idOrName) {
        String key = keyOf(idOrName);
        return db.read(connection -> sql.find(connection, key))
                .map(this::shown)
                .orElseThrow(() -> new Invalid(field, "there is no fabric \"" + idOrName + "\""));
    }

    public FabricView create(FabricForm form) {
        FabricWish wish = FabricWish.read(form);
        requireKeptOnce(
                wish.reserved() == null ? PKeyRanges.NONE : wish.reserved(),
                wish.onRequest() == null ? PKeyRanges.NONE : wish.onRequest());
        UUID id = UUID.randomUUID();
        write(wish, connection -> {
            sql.insert(connection, id, wish, smNode(connection, wish));
            standbys(connection, id, wish, wish.kind());
            FabricView made = sql.find(connection, id).orElseThrow();
            audit.record(
                    connection,
                    AuditEntry.success("fabric.create", "fabric", id, made.name())
                            .after(form));
            return made;
        });
        return get(id);
    }

    /** @param version the one that the change was made for */
    public FabricView update(UUID id, int version, FabricForm change) {
        FabricForm form = change.onto(get(id));
        FabricWish wish = FabricWish.read(form);
        write(wish, connection -> {
            int present = sql.lock(connection, id).orElseThrow(() -> new NotFound("fabric", id));
            ETags.requireMatch(version, present);
            FabricView before = sql.find(connection, id).orElseThrow();
            requireSameKind(before, form.smKind());
            requireOpenedOnPurpose(before, wish, form);
            if (before.defaultMembership().equals("full") && wish.defaultMembership() == MembershipType.LIMITED) {
                defaults.requireNobodyLoses(connection, id);
            }
            requireKeptOnce(before, wish);
            sql.update(connection, id, wish, change.smNode() == null ? kept(before) : smNode(connection, wish));
            standbys(connection, id, wish, SmKind.parse(before.smKind()));
            audit.record(
                    connection,
                    AuditEntry.success(
                                    "fabric.update", "fabric", id, wish.name().text())
                            .before(formOf(before, sql.smHosts(connection, id)))
                            .after(form));
            return before;
        });
        return get(id);
    }

    /**
     * Deletes a fabric on which there is nothing any more.
     *
     * @param ifMatch the ETag that this was decided for; absent: whatever it is
     */
    public void delete(UUID id, @Nullable String ifMatch) {
        try {
            db.run(connection -> {
                int present = sql.lock(connection, id).orElseThrow(() -> new NotFound("fabric", id));
                if (ifMatch != null) {
                    ETags.requireMatch(ifMatch, present);
                }
                FabricView fabric = sql.find(connection, id).orElseThrow();
                requireUnused(fabric, sql.uses(connection, id));
                sql.delete(connection, id);
                audit.record(
                        connection,
                        AuditEntry.success("fabric.delete", "fabric", id, fabric.name())
                                .before(formOf(fabric, List.of())));
            });
        } catch (SqlFailure e) {
            if (SqlError.is(e, FOREIGN_KEY)) {
                throw new Conflict(
                        "fabric-in-use", "Something still refers to this fabric; look at its page and try again.");
            }
            throw e;
        }
    }

    private static void requireUnused(FabricView fabric, FabricSql.Uses uses) {
        if (uses.partitions() > 0 || uses.ports() > 0) {
            throw new Conflict(
                    "fabric-in-use",
                    "Fabric " + fabric.name() + " still has " + uses.partitions()
                            + " partitions (resting PKeys among them)"
                            + " and " + uses.ports() + " ports of " + uses.nodes()
                            + " nodes. Delete the partitions, wait until they are released, and retire the nodes first.",
                    Map.of("partitions", uses.partitions(), "ports", uses.ports(), "nodes", uses.nodes()));
        }
    }

    /** What one kind was told the other does not know, so nothing would ever be taken back. */
    private static void requireSameKind(FabricView fabric, @Nullable String kind) {
        if (kind != null && !kind.equals(fabric.smKind())) {
            throw new Invalid(
                    "smKind",
                    "fabric " + fabric.name() + " is managed by " + fabric.smKind()
                            + " and keeps that; register another fabric for " + kind);
        }
    }

    private void write(FabricWish wish, Work<FabricView> work) {
        try {
            db.write(work);
        } catch (SqlFailure e) {
            if (SqlError.violates(e, NAME_TAKEN)) {
                throw new Conflict(
                        "fabric-exists", "A fabric named \"" + wish.name() + "\" exists; choose another name.");
            }
            if (SqlError.violates(e, SM_TAKEN) || SqlError.violates(e, HOST_TAKEN)) {
                throw new Conflict(
                        "sm-node-taken",
                        "Node \"" + named(wish) + "\" runs the subnet manager of another fabric; name another node.");
            }
            throw e;
        }
    }

    /** By their names; a form sends ids. */
    private String named(FabricWish wish) {
        List<String> standbys = wish.smStandbys() == null ? List.of() : wish.smStandbys();
        return String.join(
                "\" or \"",
                Stream.concat(Stream.ofNullable(wish.smNode()), standbys.stream())
                        .map(text -> db.read(connection -> sql.smNode(connection, text, keyOf(text)))
                                .map(SmCandidate::name)
                                .orElse(text))
                        .toList());
    }

    /** It lets the hosts of all tenants reach each other, with one choice in a list. */
    private static void requireOpenedOnPurpose(FabricView before, FabricWish wish, FabricForm form) {
        boolean opens = before.defaultMembership().equals("limited") && wish.defaultMembership() == MembershipType.FULL;
        String confirm = form.confirm() == null ? "" : form.confirm().strip();
        if (opens && !confirm.equals(before.name())) {
            throw new Invalid(
                    "confirm",
                    "as full members of the default partition the hosts of all tenants reach each other; to do that all the"
                            + " same, give the name of the fabric, \"" + before.name() + "\", as confirmation");
        }
    }

    /** Which PKeys are kept for nobody and which for who asks: never both, also when only one of them is changed. */
    private static void requireKeptOnce(FabricView before, FabricWish wish) {
        PKeyRanges reserved =
                wish.reserved() == null ? PKeyRanges.parse(before.kept().reserved()) : wish.reserved();
        PKeyRanges onRequest =
                wish.onRequest() == null ? PKeyRanges.parse(before.kept().onRequest()) : wish.onRequest();
        requireKeptOnce(reserved, onRequest);
    }

    private static void requireKeptOnce(PKeyRanges reserved, PKeyRanges onRequest) {
        if (reserved.overlaps(onRequest)) {
            throw new Invalid(
                    "requestOnlyPkeys",
                    "a PKey is either reserved or given on request; reserved are " + String.join(", ", reserved.texts())
                            + ", on request " + String.join(", ", onRequest.texts()));
        }
    }

    private void standbys(Connection connection, UUID fabric, FabricWish wish, SmKind kind) throws SQLException {
        if (wish.smStandbys() == null) {
            return;
        }
        if (kind == SmKind.UFM && !wish.smStandbys().isEmpty()) {
            throw new Invalid("smStandbys", "UFM looks after its own standby; name the one daemon beside it only");
        }
        Set<UUID> nodes = new LinkedHashSet<>();
        for (String name : wish.smStandbys()) {
            nodes.add(smNode(connection, "smStandbys", name));
        }
        UUID first = smNode(connection, wish);
        if (!nodes.isEmpty() && first == null) {
            throw new Invalid("smStandbys", "a standby needs somebody to stand by for; name smNode too");
        }
        nodes.remove(first);
        sql.standbys(connection, fabric, List.copyOf(nodes));
    }

    /** What nobody changes is not judged anew. */
    private static @Nullable UUID kept(FabricView before) {
        return before.smNode() == null ? null : before.smNode().id();
    }

    private @Nullable UUID smNode(Connection connection, FabricWish wish) throws SQLException {
        return wish.smNode() == null ? null : smNode(connection, "smNode", wish.smNode());
    }

    private UUID smNode(Connection connection, String field, String named) throws SQLException {
        Optional<SmCandidate> found = sql.smNode(connection, named, keyOf(named));
        SmCandidate node = found.orElseThrow(() -> new Invalid(field, "there is no node \"" + named + "\""));
        if (!node.runsSm()) {
            throw new Invalid(
                    field,
                    "node " + node.name() + " has not the role subnet-manager; register it with that role first");
        }
        return node.id();
    }

    /** What was typed may be an id or a name; a text that can be neither simply finds nothing. */
    private static String keyOf(String idOrName) {
        return idOrName.isBlank() ? "" : new DisplayName(idOrName).key();
    }

    private FabricView shown(FabricView fabric) {
        return actor.get().isOperator() ? fabric : fabric.forTenants();
    }

    private static FabricForm formOf(FabricView fabric, List<FabricView.SmHost> hosts) {
        return new FabricForm(
                fabric.name(),
                fabric.smKind(),
                fabric.smNode() == null ? null : fabric.smNode().name(),
                fabric.pkeyFirst(),
                fabric.pkeyLast(),
                fabric.quarantineSeconds(),
                fabric.defaultMembership(),
                fabric.removalApproval(),
                hosts.stream()
                        .filter(FabricView.SmHost::standby)
                        .map(host -> host.node().name())
                        .toList(),
                fabric.kept().reserved(),
                fabric.kept().onRequest(),
                null);
    }
}
