package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.SqlError;
import dev.ibportal.portal.platform.db.SqlFailure;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.types.DisplayName;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Views of the log that people keep for themselves. */
@ApplicationScoped
public class SavedFilters {
    private static final String KIND = "audit-filter";
    private static final int LONGEST = 2000;
    private static final int MOST = 100;

    private final SavedFilterSql sql;
    private final FabricDb db;
    private final AuditLog log;
    private final CurrentActor actors;

    SavedFilters(SavedFilterSql sql, FabricDb db, AuditLog log, CurrentActor actors) {
        this.sql = sql;
        this.db = db;
        this.log = log;
        this.actors = actors;
    }

    public List<SavedFilterView> own() {
        UUID person = actors.get().requireUserId();
        return db.read(connection -> sql.of(connection, person));
    }

    public SavedFilterView save(@Nullable String name, @Nullable String query) {
        Actor actor = actors.get();
        DisplayName wanted = new DisplayName(name == null ? "" : name);
        String text = query == null ? "" : query;
        if (text.length() > LONGEST || text.chars().anyMatch(c -> c <= ' ' || c >= 0x7f)) {
            throw new DomainFault.Invalid(
                    "query", "no query of an address of the audit log's page, encoded as it is there");
        }
        UUID id = UUID.randomUUID();
        try {
            return db.write(connection -> {
                if (sql.of(connection, actor.requireUserId()).size() >= MOST) {
                    throw new DomainFault.Conflict(
                            "too-many-filters", "You have " + MOST + " saved filters; delete one first.");
                }
                sql.insert(connection, id, actor.requireUserId(), wanted, text);
                log.record(
                        connection,
                        AuditEntry.success("audit.save-filter", KIND, id, wanted.text())
                                .after(Map.of("name", wanted.text(), "query", text)));
                return sql.find(connection, actor.requireUserId(), id).orElseThrow();
            });
        } catch (SqlFailure e) {
            if (SqlError.violates(e, "audit_saved_filter_user_id_name_key_key")) {
                throw new DomainFault.Conflict(
                        "name-taken", "You have a saved filter \"" + wanted.text() + "\" already.");
            }
            throw e;
        }
    }

    public void delete(UUID id) {
        Actor actor = actors.get();
        db.run(connection -> {
            SavedFilterView before = sql.find(connection, actor.requireUserId(), id)
                    .orElseThrow(() -> new DomainFault.NotFound("saved filter", id));
            sql.delete(connection, id);
            log.record(
                    connection,
                    AuditEntry.success("audit.delete-filter", KIND, id, before.name())
                            .before(Map.of("name", before.name(), "query", before.query())));
        });
    }
}
