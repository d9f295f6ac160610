package dev.ibportal.portal.ipam;

import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.types.IpPrefix;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** How full the parts of a pool are. */
@ApplicationScoped
class AddressMapSql {
    /** Taken addresses by networks of that length, of those networks that have any; the lowest first. */
    Map<IpPrefix, Long> used(Connection connection, UUID pool, IpPrefix block, int length, int most)
            throws SQLException {
        Map<IpPrefix, Long> used = new LinkedHashMap<>();
        Sql.of("""
                        SELECT network(set_masklen(ip::inet, ?)) AS net, count(*) AS n FROM address
                        WHERE pool_id = ? AND ip::inet <<= ?::inet GROUP BY net ORDER BY net LIMIT ?""", length, pool, block, most)
                .list(connection, row -> used.put(IpPrefix.parse(row.getString("net")), row.getLong("n")));
        return used;
    }

    /** The network of that length in which the next free address of this part lies. */
    Optional<IpPrefix> nextFree(Connection connection, UUID pool, IpPrefix block, int length) throws SQLException {
        return Sql.of("""
                        SELECT network(set_masklen(lo::inet, ?)) AS net FROM pool_free
                        WHERE pool_id = ? AND lo::inet <<= ?::inet ORDER BY lo LIMIT 1""", length, pool, block).first(connection, row -> IpPrefix.parse(row.getString("net")));
    }
}
