package dev.ibportal.portal.request;

import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.web.Ref;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@ApplicationScoped
class ApprovalRuleSql {
    private static final String RULES = """
            SELECT r.id, r.fabric_id, f.name AS fabric_name, r.tenant_id, t.name AS tenant_name, r.approvals, r.deciders, r.days_held
            FROM approval_rule r LEFT JOIN fabric f ON f.id = r.fabric_id LEFT JOIN tenant t ON t.id = r.tenant_id""";

    List<ApprovalRuleView> all(Connection connection) throws SQLException {
        return Sql.of(RULES + " ORDER BY f.name NULLS FIRST, t.name NULLS FIRST")
                .list(connection, ApprovalRuleSql::view);
    }

    Optional<ApprovalRuleView> find(Connection connection, UUID id) throws SQLException {
        return Sql.of(RULES + " WHERE r.id = ?", id).first(connection, ApprovalRuleSql::view);
    }

    UUID put(Connection connection, @Nullable UUID fabric, @Nullable UUID tenant, ApprovalRuleWish wish)
            throws SQLException {
        return Sql.of("""
                        INSERT INTO approval_rule (fabric_id, tenant_id, approvals, deciders, days_held)
                        VALUES (?::uuid, ?::uuid, ?, ?, ?) ON CONFLICT (fabric_id, tenant_id) DO UPDATE
                          SET approvals = excluded.approvals, deciders = excluded.deciders, days_held = excluded.days_held,
                            version = approval_rule.version + 1
                        RETURNING id""", fabric, tenant, wish.approvals(), wish.deciders(), wish.daysHeld())
                .single(connection, row -> Rows.id(row, "id"));
    }

    void remove(Connection connection, UUID id) throws SQLException {
        Sql.of("DELETE FROM approval_rule WHERE id = ?", id).update(connection);
    }

    private static ApprovalRuleView view(ResultSet row) throws SQLException {
        return new ApprovalRuleView(
                Rows.id(row, "id"),
                ref(row, "fabric"),
                ref(row, "tenant"),
                row.getInt("approvals"),
                row.getString("deciders"),
                row.getInt("days_held"));
    }

    private static @Nullable Ref ref(ResultSet row, String what) throws SQLException {
        UUID id = Rows.idOrNull(row, what + "_id");
        return id == null ? null : new Ref(id, row.getString(what + "_name"));
    }
}
