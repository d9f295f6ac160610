package dev.ibportal.portal.ipam;

import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.IpFamily;
import dev.ibportal.types.IpMtu;
import dev.ibportal.types.IpPrefix;
import dev.ibportal.types.IpoibMode;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/** What a pool has to know of its partition. */
@ApplicationScoped
class PartitionFactsSql {
    record Facts(UUID tenant, String name, boolean removed, boolean ipoib, IpMtu mtu) {
        /** Refuses a pool that no interface of the partition could use. */
        void requireTakes(IpPrefix prefix) {
            if (removed) {
                throw new Conflict("being-removed", "Partition " + name + " is being removed; it gets no new pools.");
            }
            if (!ipoib) {
                throw new Conflict("no-ipoib", "Partition " + name + " has IPoIB switched off; it has no addresses.");
            }
            if (prefix.family() == IpFamily.IPV6 && !mtu.carriesIpv6()) {
                throw new Conflict(
                        "mtu-too-small",
                        "The interfaces of partition " + name + " have MTU " + mtu
                                + "; IPv6 needs at least 1280. Raise the MTU of the partition first, or use IPv4.");
            }
        }
    }

    /** Keeps the partition from being removed, and from getting members, until the transaction ends. */
    Optional<Facts> lock(Connection connection, UUID id) throws SQLException {
        return Sql.of("""
                        SELECT tenant_id, name, removed_at IS NOT NULL AS removed, ipoib, ib_mtu, mode, ip_mtu
                        FROM partition WHERE id = ? FOR NO KEY UPDATE""", id).first(connection, PartitionFactsSql::facts);
    }

    private static Facts facts(ResultSet row) throws SQLException {
        Integer mtu = Rows.intOrNull(row, "ip_mtu");
        IpMtu effective = mtu == null
                ? IpMtu.largest(IpoibMode.parse(row.getString("mode")), IbMtu.ofBytes(row.getInt("ib_mtu")))
                : new IpMtu(mtu);
        return new Facts(
                Rows.id(row, "tenant_id"),
                row.getString("name"),
                row.getBoolean("removed"),
                row.getBoolean("ipoib"),
                effective);
    }
}
