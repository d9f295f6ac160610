package dev.ibportal.portal.rollout;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.types.DisplayName;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Nodes of which never two are worked on at once. */
@ApplicationScoped
class RedundancyGroups {
    private final FabricDb db;
    private final RolloutSql sql;
    private final AuditLog audit;

    RedundancyGroups(FabricDb db, RolloutSql sql, AuditLog audit) {
        this.db = db;
        this.sql = sql;
        this.audit = audit;
    }

    Map<String, List<String>> groups() {
        return db.read(sql::groups);
    }

    /** @param nodes names or ids; none: the group is no more */
    void group(String name, @Nullable List<String> nodes) {
        String checked = Field.read("name", name, text -> new DisplayName(text).toString());
        List<String> wanted = nodes == null ? List.of() : nodes;
        db.run(connection -> {
            List<UUID> ids = sql.nodeIds(connection, wanted);
            if (ids.size() != new HashSet<>(wanted).size()) {
                throw new Invalid(
                        "nodes",
                        "of these " + wanted.size() + " nodes " + ids.size() + " are known: "
                                + String.join(", ", wanted));
            }
            List<String> before = sql.groups(connection).getOrDefault(checked, List.of());
            sql.regroup(connection, checked, ids);
            audit.record(
                    connection,
                    AuditEntry.success("redundancy-group.write", "redundancy-group", checked, checked)
                            .before(Map.of("nodes", before))
                            .after(Map.of("nodes", wanted)));
        });
    }
}
