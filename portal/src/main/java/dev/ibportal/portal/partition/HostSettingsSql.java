package dev.ibportal.portal.partition;

import dev.ibportal.portal.partition.HostSettingsView.RouteView;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpPrefix;
import dev.ibportal.types.IpRoute;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Host settings of partitions; a partition without a row has none. */
@ApplicationScoped
class HostSettingsSql {
    record Owner(UUID tenant, String name, boolean removed) {}

    /** The partition, kept as it is until the transaction ends. */
    Optional<Owner> owner(Connection connection, UUID partition) throws SQLException {
        return Sql.of(
                        "SELECT tenant_id, name, removed_at IS NOT NULL AS removed FROM partition WHERE id = ? FOR SHARE",
                        partition)
                .first(
                        connection,
                        row -> new Owner(Rows.id(row, "tenant_id"), row.getString("name"), row.getBoolean("removed")));
    }

    List<IpPrefix> pools(Connection connection, UUID partition) throws SQLException {
        return Sql.of("SELECT prefix FROM pool WHERE partition_id = ? ORDER BY prefix", partition)
                .list(connection, row -> IpPrefix.parse(row.getString("prefix")));
    }

    /** Empty: there is no such partition, as far as the connection sees. */
    Optional<HostSettingsView> find(Connection connection, UUID partition) throws SQLException {
        return Sql.of("""
                        SELECT h.partition_id IS NOT NULL AS said, h.source_routing, h.dns_servers, h.dns_search, h.profile,
                          h.version,
                          (SELECT array_agg(r.destination || coalesce(' via ' || host(r.via), '')
                             || CASE r.metric WHEN 0 THEN '' ELSE ' metric ' || r.metric END ORDER BY r.destination, r.metric)
                           FROM partition_route r WHERE r.partition_id = p.id) AS routes
                        FROM partition p LEFT JOIN partition_host h ON h.partition_id = p.id
                        WHERE p.id = ?""", partition).first(connection, HostSettingsSql::view);
    }

    private static HostSettingsView view(ResultSet row) throws SQLException {
        if (!row.getBoolean("said")) {
            return HostSettingsView.NONE;
        }
        return new HostSettingsView(
                Rows.strings(row, "routes").stream()
                        .map(IpRoute::parse)
                        .map(HostSettingsSql::route)
                        .toList(),
                row.getBoolean("source_routing"),
                Rows.strings(row, "dns_servers"),
                Rows.strings(row, "dns_search"),
                row.getString("profile"),
                row.getInt("version"));
    }

    private static RouteView route(IpRoute route) {
        return new RouteView(
                route.to().toString(),
                route.via().map(IpAddress::toString).orElse(null),
                route.metric().isPresent() ? route.metric().getAsInt() : null);
    }

    /** False when somebody else has written meanwhile. The nodes learn of it by the row that changes. */
    boolean save(Connection connection, UUID partition, UUID tenant, int version, HostSettingsWish wish)
            throws SQLException {
        // First: what goes must not stand in the way of what comes. Who loses the race below takes it all back.
        Sql.of("DELETE FROM partition_route WHERE partition_id = ?", partition).update(connection);
        int written = version == 0
                ? Sql.of(
                                """
                                INSERT INTO partition_host (partition_id, tenant_id, source_routing, dns_servers, dns_search,
                                  profile, version)
                                VALUES (?, ?, ?, ?, ?, ?, 1) ON CONFLICT (partition_id) DO NOTHING""",
                                partition,
                                tenant,
                                wish.sourceRouting(),
                                wish.dnsServers(),
                                wish.dnsSearch(),
                                wish.profile())
                        .update(connection)
                : Sql.of(
                                """
                                UPDATE partition_host SET source_routing = ?, dns_servers = ?, dns_search = ?, profile = ?,
                                  version = version + 1
                                WHERE partition_id = ? AND version = ?""",
                                wish.sourceRouting(),
                                wish.dnsServers(),
                                wish.dnsSearch(),
                                wish.profile(),
                                partition,
                                version)
                        .update(connection);
        if (written == 0) {
            return false;
        }
        for (IpRoute route : wish.routes()) {
            Sql.of(
                            """
                            INSERT INTO partition_route (partition_id, tenant_id, destination, via, metric)
                            VALUES (?, ?, ?::cidr, ?::inet, ?)""",
                            partition,
                            tenant,
                            route.to(),
                            via(route),
                            route.metric().orElse(0))
                    .update(connection);
        }
        return true;
    }

    private static @Nullable IpAddress via(IpRoute route) {
        return route.via().orElse(null);
    }
}
