package dev.ibportal.portal.session.status;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.session.core.StatusRow;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Statuses of ports' own interfaces, which come among those of tenants. */
@Singleton
class PortStatusSql {
    private final FabricDb db;

    PortStatusSql(FabricDb db) {
        this.db = db;
    }

    /** The same rules as for tenants' interfaces; one that was to go and is gone is forgotten. */
    void write(List<StatusRow> rows) {
        db.run(connection -> {
            List<StatusRow> known = known(connection, rows);
            if (known.isEmpty()) {
                return;
            }
            Sql.of(
                            """
                            UPDATE port_interface i SET
                              state = CASE WHEN i.removed_at IS NULL THEN u.state ELSE 'leaving' END,
                              since = CASE WHEN i.removed_at IS NULL AND i.state <> u.state THEN u.seen_at ELSE i.since END,
                              former = CASE u.state WHEN 'in_sync' THEN '{}' ELSE i.former END, cause = u.cause, reason = u.reason, seen_at = u.seen_at, seen_name = u.name,
                              seen_mode = u.mode, seen_mtu = u.mtu, seen_addresses = string_to_array(u.addresses, ' ')
                            FROM unnest(?::uuid[], ?::uuid[], ?::bigint[], ?::timestamptz[], ?::text[], ?::text[], ?::text[],
                                ?::text[], ?::text[], ?::integer[], ?::text[])
                              u (id, node_id, generation, seen_at, state, cause, reason, name, mode, mtu, addresses)
                            WHERE i.id = u.id AND i.node_id = u.node_id AND u.generation >= i.item_generation""",
                            each(known, StatusRow::interfaceId),
                            each(known, StatusRow::nodeId),
                            each(known, StatusRow::generation),
                            each(known, StatusRow::seenAt),
                            each(known, StatusRow::state),
                            each(known, StatusRow::cause),
                            each(known, StatusRow::reason),
                            each(known, StatusRow::name),
                            each(known, StatusRow::mode),
                            each(known, StatusRow::mtu),
                            each(known, row -> String.join(" ", row.addresses())))
                    .update(connection);
            List<StatusRow> gone = known.stream().filter(StatusRow::absent).toList();
            Sql.of(
                            """
                            DELETE FROM port_interface i USING unnest(?::uuid[], ?::uuid[], ?::bigint[]) u (id, node_id, generation)
                            WHERE i.id = u.id AND i.node_id = u.node_id AND i.removed_at IS NOT NULL
                              AND u.generation >= i.item_generation""",
                            each(gone, StatusRow::interfaceId),
                            each(gone, StatusRow::nodeId),
                            each(gone, StatusRow::generation))
                    .update(connection);
        });
    }

    /** Most reports are about tenants' interfaces alone, and cost no more than this question then. */
    private static List<StatusRow> known(Connection connection, List<StatusRow> rows) throws SQLException {
        List<UUID> ids = Sql.of(
                        "SELECT id FROM port_interface WHERE id = ANY (?::uuid[])",
                        rows.stream().map(StatusRow::interfaceId).toList())
                .list(connection, row -> Rows.id(row, "id"));
        return rows.stream().filter(row -> ids.contains(row.interfaceId())).toList();
    }

    private static List<@Nullable Object> each(List<StatusRow> rows, Function<StatusRow, @Nullable Object> value) {
        List<@Nullable Object> values = new ArrayList<>();
        rows.forEach(row -> values.add(value.apply(row)));
        return values;
    }
}
