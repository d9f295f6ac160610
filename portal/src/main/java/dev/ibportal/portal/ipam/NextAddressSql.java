package dev.ibportal.portal.ipam;

import dev.ibportal.portal.ipam.NextAddresses.Wish;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.web.Ref;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpPrefix;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Takes the next free addresses of a pool and writes them down, in one round trip. */
@ApplicationScoped
class NextAddressSql {
    /** @param prefix of its pool */
    record Taken(AddressView address, IpPrefix prefix) {}

    /** One for each wish and in their order; fewer when there are fewer. */
    List<Taken> claim(Connection connection, UUID pool, List<Wish> wishes) throws SQLException {
        List<Taken> taken = Sql.of(
                        "SELECT * FROM claim_next(?, ?::uuid[], ?::text[], ?::timestamptz[])",
                        pool,
                        wishes.stream().map(Wish::id).toList(),
                        wishes.stream().map(wish -> wish.said().note()).toList(),
                        wishes.stream()
                                .<@Nullable Instant>map(wish -> wish.said().until())
                                .toList())
                .list(connection, row -> taken(row, pool, wishes));
        return taken.stream()
                .sorted(Comparator.comparing(each -> IpAddress.parse(each.address.ip())))
                .toList();
    }

    private static Taken taken(ResultSet row, UUID pool, List<Wish> wishes) throws SQLException {
        UUID id = Rows.id(row, "address_id");
        Wish wish =
                wishes.stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow();
        IpPrefix prefix = IpPrefix.parse(row.getString("pool_prefix"));
        InterfaceAddress ip = new InterfaceAddress(IpAddress.parse(row.getString("given")), prefix.length());
        AddressView address = new AddressView(
                id,
                ip.address().toString(),
                ip.toString(),
                new Ref(Rows.id(row, "tenant"), row.getString("tenant_name")),
                new Ref(Rows.id(row, "partition"), row.getString("partition_name")),
                new PKey(row.getInt("pkey")).toString(),
                new Ref(pool, row.getString("pool_name")),
                null,
                null,
                null,
                "reserved",
                "",
                wish.said().note(),
                wish.said().until(),
                null,
                Rows.instant(row, "at"),
                0);
        return new Taken(address, prefix);
    }
}
