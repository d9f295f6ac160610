package dev.ibportal.portal.platform.page;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.page.Shell.TenantChoice;
import dev.ibportal.portal.platform.security.Actor;
import jakarta.enterprise.context.ApplicationScoped;
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
            SELECT u.locale, u.zone, t.id, t.name
            FROM app_user u LEFT JOIN tenant t ON (?::boolean OR t.id = ANY (?::uuid[]))
            WHERE u.id = ? ORDER BY t.name_key LIMIT %d""".formatted(MOST_TENANTS);

    private final FabricDb db;

    ShellSql(FabricDb db) {
        this.db = db;
    }

    record Found(@Nullable String locale, @Nullable String zone, List<TenantChoice> tenants) {}

    private record Line(
            @Nullable String locale,
            @Nullable String zone,
            @Nullable UUID tenant,
            @Nullable String name) {}

    Found read(Actor actor) {
        Sql sql = Sql.of(TEXT, actor.isPortalWide(), new ArrayList<>(actor.tenants()), actor.requireUserId());
        List<Line> lines = db.read(connection -> sql.list(
                connection,
                row -> new Line(
                        row.getString("locale"),
                        row.getString("zone"),
                        Rows.idOrNull(row, "id"),
                        row.getString("name"))));
        List<TenantChoice> tenants = new ArrayList<>();
        for (Line line : lines) {
            if (line.tenant() != null && line.name() != null) {
                tenants.add(new TenantChoice(line.tenant(), line.name()));
            }
        }
        return lines.isEmpty()
                ? new Found(null, null, tenants)
                : new Found(lines.get(0).locale(), lines.get(0).zone(), tenants);
    }
}
