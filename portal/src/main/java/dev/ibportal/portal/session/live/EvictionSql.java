package dev.ibportal.portal.session.live;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Sql;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;

/** Who may not stay. */
@Singleton
class EvictionSql {
    private final FabricDb db;

    EvictionSql(FabricDb db) {
        this.db = db;
    }

    record Withdrawn(String serial, boolean retired) {}

    List<Withdrawn> withdrawn(Collection<String> serials) {
        return db.read(connection -> Sql.of("""
                        SELECT c.serial, n.retired_at IS NOT NULL AS retired
                        FROM node_certificate c JOIN node n ON n.id = c.node_id
                        WHERE c.serial = ANY (?::text[]) AND (c.denied_at IS NOT NULL OR n.retired_at IS NOT NULL)""", List.copyOf(serials))
                .list(connection, row -> new Withdrawn(row.getString("serial"), row.getBoolean("retired"))));
    }

    void markRetired() {
        db.run(connection -> Sql.of("""
                        UPDATE node_status s SET state = 'retired', since = n.retired_at, reason = 'retired by an operator'
                        FROM node n WHERE n.id = s.node_id AND n.retired_at IS NOT NULL AND s.state <> 'retired'""").update(connection));
    }
}
