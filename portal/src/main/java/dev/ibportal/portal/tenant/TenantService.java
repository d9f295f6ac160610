package dev.ibportal.portal.tenant;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.SqlError;
import dev.ibportal.portal.platform.db.SqlFailure;
import dev.ibportal.portal.platform.db.Where;
import dev.ibportal.portal.platform.db.Work;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.ETags;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.portal.platform.web.QueryValues;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The tenants of the portal. Whoever belongs to some sees those, and does not learn of others. */
@ApplicationScoped
public class TenantService {
    private static final String KIND = "tenant";

    private final TenantSql sql;
    private final FabricDb db;
    private final AuditLog audit;
    private final CurrentActor actors;

    TenantService(TenantSql sql, FabricDb db, AuditLog audit, CurrentActor actors) {
        this.sql = sql;
        this.db = db;
        this.audit = audit;
        this.actors = actors;
    }

    /** @param state absent: all but those that are gone */
    public Page<TenantView> list(@Nullable String search, @Nullable String state, PageRequest request) {
        String one = QueryValues.oneOf("state", state, TenantSql.STATES);
        return db.read(connection -> sql.page(connection, visible(), search, one, request));
    }

    private Where visible() {
        Actor actor = actors.get();
        return actor.mayEverywhere(Permissions.TENANT_READ)
                ? Where.all()
                : Where.of("t.id = ANY (?)", new ArrayList<>(actor.tenants()));
    }

    public TenantView get(UUID id) {
        if (!actors.get().knows(id)) {
            throw new DomainFault.NotFound(KIND, id);
        }
        return db.read(connection -> sql.find(connection, id)).orElseThrow(() -> new DomainFault.NotFound(KIND, id));
    }

    public TenantView create(TenantForm form) {
        TenantText text = TenantText.of(form);
        return unique(text, connection -> {
            TenantView made = sql.insert(connection, UUID.randomUUID(), text);
            audit.record(
                    connection,
                    AuditEntry.success("tenant.create", KIND, made.id(), made.name())
                            .tenant(made.id())
                            .after(state(made)));
            return made;
        });
    }

    /** @param version of the state that the change was made for */
    public TenantView change(UUID id, int version, TenantForm form) {
        TenantText text = TenantText.of(form);
        return unique(text, connection -> {
            TenantView before = sql.lock(connection, id).orElseThrow(() -> new DomainFault.NotFound(KIND, id));
            ETags.requireMatch(version, before.version());
            TenantView after = sql.update(connection, id, text);
            audit.record(
                    connection,
                    AuditEntry.success("tenant.change", KIND, id, after.name())
                            .tenant(id)
                            .before(state(before))
                            .after(state(after)));
            return after;
        });
    }

    private TenantView unique(TenantText text, Work<TenantView> work) {
        try {
            return db.write(work);
        } catch (SqlFailure e) {
            if (SqlError.violates(e, "tenant_name_key_key")) {
                throw new DomainFault.Conflict(
                        "name-taken",
                        "There is a tenant named \"" + text.name()
                                + "\" already; upper and lower case count as the same.");
            }
            throw e;
        }
    }

    private static Map<String, Object> state(TenantView tenant) {
        return Map.of("name", tenant.name(), "description", tenant.description());
    }
}
