package dev.ibportal.portal.fabric;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.fabric.DefaultPartitionSql.Row;
import dev.ibportal.portal.fabric.DefaultPartitionView.Port;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.fault.DomainFault.Stale;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes all ports limited in the default partition: a step of its own, because it can cut hosts off from each other. */
@ApplicationScoped
public class DefaultPartitionService {
    private static final int SHOWN = 5;

    private final FabricDb db;
    private final FabricSql fabrics;
    private final DefaultPartitionSql sql;
    private final AuditLog audit;

    DefaultPartitionService(FabricDb db, FabricSql fabrics, DefaultPartitionSql sql, AuditLog audit) {
        this.db = db;
        this.fabrics = fabrics;
        this.sql = sql;
        this.audit = audit;
    }

    public DefaultPartitionView look(UUID fabric) {
        return db.read(connection -> look(connection, fabric));
    }

    private DefaultPartitionView look(Connection connection, UUID id) throws SQLException {
        FabricView fabric = fabrics.find(connection, id).orElseThrow(() -> new NotFound("fabric", id));
        List<Port> losers = new ArrayList<>();
        List<Port> notKnown = new ArrayList<>();
        List<Port> staysFull = new ArrayList<>();
        int limited = 0;
        for (Row row : sql.ports(connection, id)) {
            List<Integer> table = row.table();
            if (row.manager()) {
                staysFull.add(row.port());
            } else if (table == null) {
                notKnown.add(row.port());
            } else if (table.contains(PKey.DEFAULT.full())) {
                losers.add(row.port());
            } else {
                limited++;
            }
        }
        return new DefaultPartitionView(
                id,
                fabric.name(),
                fabric.defaultMembership(),
                losers,
                notKnown,
                staysFull,
                limited,
                digest(fabric, losers, notKnown));
    }

    /** Without ages: that the same was seen again changes nothing. */
    private static String digest(FabricView fabric, List<Port> losers, List<Port> notKnown) {
        String text = fabric.id() + " " + fabric.version() + " " + fabric.defaultMembership() + "\n" + text(losers)
                + "\n\n" + text(notKnown);
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static String text(List<Port> ports) {
        return ports.stream().map(port -> port.guid() + " " + port.uses()).collect(Collectors.joining("\n"));
    }

    /** @param digest of the list that somebody has seen */
    public DefaultPartitionView limit(UUID fabric, @Nullable String digest) {
        if (digest == null || digest.isBlank()) {
            throw new Invalid("digest", "is missing: read who would lose what, and send the digest of that list");
        }
        db.run(connection -> {
            if (fabrics.lock(connection, fabric).isEmpty()) {
                throw new NotFound("fabric", fabric);
            }
            DefaultPartitionView now = look(connection, fabric);
            if (now.membership().equals("limited")) {
                throw new Conflict(
                        "default-partition-limited",
                        "All ports of fabric " + now.name() + " are limited members of the default partition already.");
            }
            if (!now.digest().equals(digest)) {
                throw new Stale("Who would lose what is no longer what you have seen: now "
                        + now.losers().size() + " ports are full members and of "
                        + now.notKnown().size()
                        + " it is not known. Look at the list again.");
            }
            sql.limit(connection, fabric);
            audit.record(
                    connection,
                    AuditEntry.success("fabric.limit-default-partition", "fabric", fabric, now.name())
                            .before(Map.of("defaultMembership", "full"))
                            .after(Map.of(
                                    "defaultMembership",
                                    "limited",
                                    "losers",
                                    now.losers().stream().map(Port::guid).toList(),
                                    "notKnown",
                                    now.notKnown().stream().map(Port::guid).toList())));
        });
        return look(fabric);
    }

    /** An ordinary change of the fabric must not do in passing what somebody has to look at first. */
    void requireNobodyLoses(Connection connection, UUID fabric) throws SQLException {
        DefaultPartitionView view = look(connection, fabric);
        if (view.touchesAnybody()) {
            throw new Conflict(
                    "default-partition-step",
                    view.losers().size() + " ports of fabric " + view.name()
                            + " are full members of the default partition and would reach each other no more"
                            + named(view.losers()) + "; of " + view.notKnown().size()
                            + " more it is not known. Look at the list under default-partition of this fabric and make the"
                            + " change there.",
                    Map.of(
                            "losers",
                            view.losers().size(),
                            "notKnown",
                            view.notKnown().size()));
        }
    }

    private static String named(List<Port> ports) {
        return ports.isEmpty()
                ? ""
                : ports.stream()
                        .limit(SHOWN)
                        .map(port -> port.node().name())
                        .distinct()
                        .collect(Collectors.joining(", ", " (", ports.size() > SHOWN ? ", …)" : ")"));
    }
}
