package dev.ibportal.portal.platform.page;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.page.Shell.Suspension;
import dev.ibportal.portal.platform.page.Shell.TenantChoice;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.Secrets;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the shell shows of a person, in one statement per page. */
@ApplicationScoped
class ShellSql {
    /** More tenants than a menu can hold are reached over the list of tenants. */
    private static final int MOST_TENANTS = 200;

    private static final String TEXT = """
            SELECT u.locale, u.zone, t.id, t.name, t.suspended_at, t.suspended_reason, w.acting_tenant_id AS acting
            FROM app_user u LEFT JOIN web_session w ON w.id_hash = ? AND w.user_id = u.id
              LEFT JOIN tenant t ON t.gone_at IS NULL AND (?::boolean OR t.id = ANY (?::uuid[]))
            WHERE u.id = ? ORDER BY t.name_key LIMIT %d""".formatted(MOST_TENANTS);

    private final FabricDb db;

    ShellSql(FabricDb db) {
        this.db = db;
    }

    /** @param acting the tenant that was chosen in this session */
    record Found(
            @Nullable String locale,
            @Nullable String zone,
            List<TenantChoice> tenants,
            @Nullable UUID acting) {}

    private record Line(
            @Nullable String locale,
            @Nullable String zone,
            @Nullable TenantChoice tenant,
            @Nullable UUID acting) {}

    /** @param session the cookie of the session; empty when there is none */
    Found read(Actor actor, String session) {
        Sql sql = Sql.of(
                TEXT,
                Secrets.hash(session),
                actor.isPortalWide(),
                new ArrayList<>(actor.tenants()),
                actor.requireUserId());
        List<Line> lines = db.read(connection -> sql.list(
                connection,
                row -> new Line(
                        row.getString("locale"), row.getString("zone"), tenant(row), Rows.idOrNull(row, "acting"))));
        List<TenantChoice> tenants = new ArrayList<>();
        for (Line line : lines) {
            if (line.tenant() != null) {
                tenants.add(line.tenant());
            }
        }
        return lines.isEmpty()
                ? new Found(null, null, tenants, null)
                : new Found(
                        lines.get(0).locale(),
                        lines.get(0).zone(),
                        tenants,
                        lines.get(0).acting());
    }

    private static @Nullable TenantChoice tenant(ResultSet row) throws SQLException {
        UUID id = Rows.idOrNull(row, "id");
        Instant suspended = Rows.instantOrNull(row, "suspended_at");
        return id == null
                ? null
                : new TenantChoice(
                        id,
                        row.getString("name"),
                        suspended == null ? null : new Suspension(suspended, row.getString("suspended_reason")));
    }
}
