package dev.ibportal.portal.auditlog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.SqlFailure;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import dev.ibportal.portal.platform.web.RequestInfo;
import io.quarkus.arc.Arc;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jboss.logging.MDC;
import org.jspecify.annotations.Nullable;

/** Writes what happened, in the transaction in which it happens: either both are kept or neither. */
@ApplicationScoped
public class AuditLog {
    private static final String INSERT = """
            INSERT INTO audit_event (actor_id, actor_name, actor_tenant_id, tenant_id, tenant_name, action, object_kind,
              object_id, object_name, before, after, outcome, reason, behalf_id, behalf_name, request_id, source_address)
            VALUES (?, ?, ?, ?, coalesce((SELECT name FROM tenant WHERE id = ?), ''), ?, ?, ?, ?, ?::jsonb, ?::jsonb,
              ?, ?, ?, coalesce((SELECT name FROM tenant WHERE id = ?), ''), ?, ?)""";

    private final DataSource tenantDb;
    private final FabricDb fabricDb;
    private final CurrentActor actors;
    private final TenantContext tenants;
    private final RequestInfo request;
    private final ObjectMapper json;

    AuditLog(
            DataSource tenantDb,
            FabricDb fabricDb,
            CurrentActor actors,
            TenantContext tenants,
            RequestInfo request,
            ObjectMapper json) {
        this.tenantDb = tenantDb;
        this.fabricDb = fabricDb;
        this.actors = actors;
        this.tenants = tenants;
        this.request = request;
        this.json = json;
    }

    /** In the tenant's transaction that is running now. */
    public void record(AuditEntry entry) {
        recordAll(List.of(entry));
    }

    /** Like {@link #record(AuditEntry)}, in one round trip however many they are. */
    public void recordAll(List<AuditEntry> entries) {
        List<AuditEntry> owned = entries.stream()
                .map(entry -> entry.tenant() == null ? entry.tenant(tenants.require()) : entry)
                .toList();
        try (Connection connection = tenantDb.getConnection()) {
            insert(connection, owned);
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    /** In the transaction of this connection, for fabric-wide work. */
    public void record(Connection connection, AuditEntry entry) {
        recordAll(connection, List.of(entry));
    }

    /** Like {@link #record(Connection, AuditEntry)}, in one round trip however many they are. */
    public void recordAll(Connection connection, List<AuditEntry> entries) {
        try {
            insert(connection, entries);
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    /** Who asks, in which request and from where: for an event that another request's transaction writes. */
    public record Witness(
            Actor actor,
            UUID requestId,
            String source,
            @Nullable UUID acting) {}

    public record Witnessed(AuditEntry entry, Witness witness) {}

    public Witness witness() {
        return new Witness(actors.get(), request.requestId(), request.sourceAddress(), actingTenant());
    }

    /** In the transaction of this connection, each for who asked for it. */
    public void recordWitnessed(Connection connection, List<Witnessed> events) {
        try (PreparedStatement s = connection.prepareStatement(INSERT)) {
            for (Witnessed event : events) {
                Witness who = event.witness;
                add(s, event.entry, who.actor, new Origin(who.requestId, who.source, who.acting));
            }
            s.executeBatch();
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    /** By itself, for what did not happen: there is no transaction to which it belongs. */
    public void recordAlone(AuditEntry entry) {
        fabricDb.run(connection -> insert(connection, List.of(entry)));
    }

    /** By itself, for what was refused in a request that may be over; its entry says who. */
    void recordAttempt(AuditEntry entry, UUID requestId, String source) {
        fabricDb.run(connection -> insert(connection, List.of(entry), new Origin(requestId, source, null)));
    }

    /** @param acting the tenant for whom a person acts */
    private record Origin(
            UUID requestId, String source, @Nullable UUID acting) {}

    private void insert(Connection connection, List<AuditEntry> entries) throws SQLException {
        insert(
                connection,
                entries,
                Arc.container().requestContext().isActive()
                        ? new Origin(request.requestId(), request.sourceAddress(), actingTenant())
                        : new Origin(requestIdOfLog(), "", null));
    }

    private void insert(Connection connection, List<AuditEntry> entries, Origin origin) throws SQLException {
        boolean inRequest = Arc.container().requestContext().isActive();
        try (PreparedStatement s = connection.prepareStatement(INSERT)) {
            for (AuditEntry entry : entries) {
                Actor actor = Optional.ofNullable(entry.actor())
                        .or(() -> inRequest ? actors.find() : Optional.empty())
                        .orElseGet(() -> Actor.system("nobody"));
                add(s, entry, actor, origin);
            }
            s.executeBatch();
        }
    }

    private void add(PreparedStatement s, AuditEntry entry, Actor actor, Origin origin) throws SQLException {
        bind(s, entry, actor);
        UUID behalf = actor.userId() == null ? entry.tenant() : behalf(entry.tenant(), origin.acting());
        s.setObject(14, behalf);
        s.setObject(15, behalf);
        s.setObject(16, origin.requestId());
        s.setString(17, entry.source() == null ? origin.source() : entry.source());
        s.addBatch();
    }

    /** In a tenant's log no other tenant is named. */
    private static @Nullable UUID behalf(@Nullable UUID object, @Nullable UUID acting) {
        return object == null || object.equals(acting) ? acting : null;
    }

    /** For whom the actor acts. A request that names a tenant which is none for it acts for nobody. */
    private @Nullable UUID actingTenant() {
        try {
            return tenants.tenant().orElse(null);
        } catch (DomainFault refused) {
            return null;
        }
    }

    private void bind(PreparedStatement s, AuditEntry entry, Actor actor) throws SQLException {
        s.setObject(1, actor.userId());
        s.setString(2, actor.login());
        s.setObject(3, actorTenant(actor, entry.tenant()));
        s.setObject(4, entry.tenant());
        s.setObject(5, entry.tenant());
        s.setString(6, entry.action());
        s.setString(7, entry.objectKind());
        s.setString(8, entry.objectId());
        s.setString(9, entry.objectName());
        boolean ended = entry.after() == null && entry.before() != null;
        s.setString(10, text(entry.before(), ended ? entry.belongsTo() : Map.of()));
        s.setString(11, text(entry.after(), ended ? Map.of() : entry.belongsTo()));
        s.setString(12, entry.outcome().name().toLowerCase(Locale.ROOT));
        s.setString(13, entry.reason());
    }

    /** A log-in runs before there is a request scope, but already under the request's id. */
    private static UUID requestIdOfLog() {
        return MDC.get("requestId") instanceof String id ? UUID.fromString(id) : UUID.randomUUID();
    }

    /**
     * A person acts as one of the tenant concerned, if it is theirs, else as nobody's: what they do with another tenant,
     * for example become one of its people, is none of their own tenant's business.
     */
    private static @Nullable UUID actorTenant(Actor actor, @Nullable UUID object) {
        if (object != null) {
            return actor.tenants().contains(object) ? object : null;
        }
        return actor.tenants().size() == 1 ? actor.tenants().iterator().next() : null;
    }

    /** What the object is a part of is told beside what it is now, or was last. */
    private @Nullable String text(@Nullable Object state, Map<String, UUID> belongsTo) {
        try {
            String plain = state == null ? null : json.writeValueAsString(state);
            if (belongsTo.isEmpty()) {
                return plain;
            }
            // Put behind the rest as text: this is on the way of every write.
            String wholes = "\"belongsTo\":" + json.writeValueAsString(belongsTo) + "}";
            return plain == null || plain.equals("{}")
                    ? "{" + wholes
                    : plain.substring(0, plain.length() - 1) + "," + wholes;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no JSON can be made of " + state, e);
        }
    }
}
