package dev.ibportal.portal.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.ipam.core.AddressSet;
import dev.ibportal.portal.ipam.core.PoolPlan;
import dev.ibportal.portal.testing.World;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpPrefix;
import dev.ibportal.types.IpRange;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What must hold of a pool after anything at all, read by SQL. */
final class PoolInvariants {
    private PoolInvariants() {}

    /** Free spans and addresses share nothing, and together are exactly what the pool hands out. */
    static void assertHold(World world, UUID pool) {
        List<IpRange> free = ranges(
                world, "SELECT host(lo) || ' - ' || host(hi) FROM pool_free WHERE pool_id = ? ORDER BY lo", pool);
        List<IpRange> taken = ranges(world, "SELECT host(ip) FROM address WHERE pool_id = ? ORDER BY ip", pool);
        PoolPlan plan = new PoolPlan(
                IpPrefix.parse(world.string("SELECT prefix FROM pool WHERE id = ?", pool)),
                gateway(world, pool),
                ranges(
                        world,
                        "SELECT host(lower(span)) || ' - ' || host(upper(span)) FROM pool_range WHERE pool_id = ?",
                        pool),
                ranges(
                        world,
                        "SELECT host(lower(span)) || ' - ' || host(upper(span)) FROM pool_exclusion WHERE pool_id = ?",
                        pool));

        assertThat(AddressSet.of(free).minus(AddressSet.of(taken)))
                .as("free and taken share nothing")
                .isEqualTo(AddressSet.of(free));
        assertThat(AddressSet.of(java.util.stream.Stream.concat(free.stream(), taken.stream())
                        .toList()))
                .as("free and taken are what is handed out")
                .isEqualTo(plan.handedOut());
        assertThat(free)
                .as("free spans are as large as can be")
                .isEqualTo(AddressSet.of(free).spans());
        assertThat(world.string("SELECT capacity FROM pool WHERE id = ?", pool))
                .isEqualTo(plan.capacity().toString());
    }

    private static @Nullable IpAddress gateway(World world, UUID pool) {
        String text = world.string("SELECT coalesce(host(gateway), '') FROM pool WHERE id = ?", pool);
        return text.isEmpty() ? null : IpAddress.parse(text);
    }

    private static List<IpRange> ranges(World world, String sql, UUID pool) {
        return world.strings(sql, pool).stream().map(IpRange::parse).toList();
    }
}
