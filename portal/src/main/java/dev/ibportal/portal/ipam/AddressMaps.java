package dev.ibportal.portal.ipam;

import dev.ibportal.portal.ipam.AddressMapView.Block;
import dev.ibportal.portal.ipam.AddressMapView.Cell;
import dev.ibportal.portal.ipam.core.AddressSet;
import dev.ibportal.portal.ipam.core.MapBlocks;
import dev.ibportal.portal.ipam.core.PoolPlan;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import dev.ibportal.portal.platform.tenancy.TenantTable;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpFamily;
import dev.ibportal.types.IpPrefix;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Pools seen from above. The cost follows what is shown and what is taken there, not the size of the network. */
@ApplicationScoped
class AddressMaps {
    private static final int MOST = 256;

    private final TenantContext tenants;
    private final Scope scope;
    private final PoolSql pools;
    private final AddressSql addresses;
    private final AddressMapSql maps;

    AddressMaps(TenantContext tenants, Scope scope, PoolSql pools, AddressSql addresses, AddressMapSql maps) {
        this.tenants = tenants;
        this.scope = scope;
        this.pools = pools;
        this.addresses = addresses;
        this.maps = maps;
    }

    /** @param piece a network of the pool's; absent: the whole pool */
    AddressMapView look(UUID id, @Nullable String piece) {
        IpPrefix wanted = Field.optional("block", piece, IpPrefix::parse);
        tenants.enter(TenantTable.POOL, id);
        return scope.read(connection -> {
            PoolSql.Locked pool = pools.look(connection, id).orElseThrow(() -> new NotFound("pool", id));
            IpPrefix block = wanted == null ? pool.prefix() : wanted;
            if (!pool.prefix().contains(block)) {
                throw new Invalid("block", block + " does not lie in " + pool.prefix());
            }
            return look(connection, pool, block);
        });
    }

    private AddressMapView look(Connection connection, PoolSql.Locked pool, IpPrefix block) throws SQLException {
        PoolPlan plan = pools.plan(connection, pool);
        boolean small = MapBlocks.isSmall(block);
        List<Block> blocks = small ? List.of() : blocks(connection, pool, plan, block);
        return new AddressMapView(
                pool.prefix().toString(),
                block.toString(),
                MapBlocks.around(pool.prefix(), block).map(IpPrefix::toString).orElse(null),
                blocks,
                small ? cells(connection, pool, plan, block) : List.of(),
                small || block.family() == IpFamily.IPV4 || blocks.size() < MOST);
    }

    private List<Block> blocks(Connection connection, PoolSql.Locked pool, PoolPlan plan, IpPrefix block)
            throws SQLException {
        Map<IpPrefix, Long> used = maps.used(connection, pool.id(), block, MapBlocks.lengthWithin(block), MOST);
        AddressSet handedOut = plan.handedOut();
        List<Block> blocks = new ArrayList<>();
        for (IpPrefix each :
                block.family() == IpFamily.IPV4 ? MapBlocks.within(block) : sparse(connection, pool, block, used)) {
            blocks.add(
                    new Block(each.toString(), handedOut.intersect(each.range()).size(), used.getOrDefault(each, 0L)));
        }
        return blocks;
    }

    private Iterable<IpPrefix> sparse(
            Connection connection, PoolSql.Locked pool, IpPrefix block, Map<IpPrefix, Long> used) throws SQLException {
        TreeSet<IpPrefix> shown = new TreeSet<>(used.keySet());
        maps.nextFree(connection, pool.id(), block, MapBlocks.lengthWithin(block))
                .ifPresent(shown::add);
        return shown;
    }

    private List<Cell> cells(Connection connection, PoolSql.Locked pool, PoolPlan plan, IpPrefix block)
            throws SQLException {
        Map<String, AddressView> taken = addresses.within(connection, pool.id(), block).stream()
                .collect(Collectors.toMap(AddressView::ip, Function.identity()));
        AddressSet handedOut = plan.handedOut().intersect(block.range());
        List<Cell> cells = new ArrayList<>();
        IpAddress ip = block.address();
        for (int i = 0; i < 1 << (block.family().bits() - block.length()); i++) {
            IpAddress each = ip.plus(i);
            AddressView address = taken.get(each.toString());
            cells.add(
                    address == null
                            ? new Cell(each.toString(), state(plan, handedOut, each), reason(plan, each), null)
                            : new Cell(each.toString(), address.state(), holder(address), address.id()));
        }
        return cells;
    }

    private static String holder(AddressView address) {
        return address.node() == null ? address.note() : address.node().name();
    }

    private static String state(PoolPlan plan, AddressSet handedOut, IpAddress ip) {
        if (handedOut.contains(ip)) {
            return "free";
        }
        if (ip.equals(plan.gateway())) {
            return "gateway";
        }
        return plan.exclusions().stream().anyMatch(span -> span.contains(ip)) ? "excluded" : "unusable";
    }

    private static String reason(PoolPlan plan, IpAddress ip) {
        return plan.exclusions().stream()
                .filter(span -> span.contains(ip))
                .findFirst()
                .map(Object::toString)
                .orElse("");
    }
}
