package dev.ibportal.db;

import static dev.ibportal.db.Database.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;

class OverlapTest {
    private static Database database;
    private static Site site;
    private static UUID tenant;
    private static UUID fabric;

    @BeforeAll
    static void oneTenant() throws SQLException {
        database = Database.fresh();
        site = new Site(database);
        tenant = site.tenant("Aldermoor");
        fabric = site.fabric("blue");
    }

    @Test
    void prefixesOfOnePartitionDoNotOverlapWhateverTheirLengths() throws SQLException {
        UUID partition = site.partition(tenant, fabric, "a");
        site.pool(tenant, partition, "10.77.0.0/16", "10.77.0.1", "10.77.0.9");

        violates(() -> site.pool(tenant, partition, "10.77.30.0/25", "10.77.30.1", "10.77.30.9"), "pool_overlap");
        violates(() -> site.pool(tenant, partition, "10.0.0.0/8", "10.77.30.1", "10.77.30.9"), "pool_overlap");
        assertThat(site.pool(tenant, partition, "10.78.0.0/16", "10.78.0.1", "10.78.0.9"))
                .isNotNull();
        assertThat(site.pool(tenant, partition, "fd00:77::/64", "fd00:77::1", "fd00:77::9"))
                .isNotNull();
    }

    @Test
    void prefixesOfTwoPartitionsMayOverlap() throws SQLException {
        site.pool(tenant, site.partition(tenant, fabric, "b"), "10.1.0.0/24", "10.1.0.1", "10.1.0.9");
        site.pool(tenant, site.partition(tenant, fabric, "c"), "10.1.0.0/24", "10.1.0.1", "10.1.0.9");
    }

    @Test
    void rangesOfOnePoolMayTouchButNotShareAnAddress() throws SQLException {
        UUID pool = site.pool(tenant, site.partition(tenant, fabric, "d"), "10.77.30.0/24", "10.77.30.1", "10.77.30.9");
        range(pool, "[10.77.30.100,10.77.30.200]");
        range(pool, "[10.77.30.201,10.77.30.210]");

        violates(() -> range(pool, "[10.77.30.123,10.77.30.124]"), "pool_range_overlap");
        violates(() -> range(pool, "[10.77.30.90,10.77.30.100]"), "pool_range_overlap");
        violates(() -> range(pool, "[10.77.30.0,10.77.30.127]"), "pool_range_overlap");
    }

    private static void range(UUID pool, String span) throws SQLException {
        try (Connection app = database.app(tenant)) {
            run(
                    app,
                    "INSERT INTO pool_range (tenant_id, pool_id, span) VALUES (?, ?, ?::inetrange)",
                    tenant,
                    pool,
                    span);
        }
    }

    /** Whichever of members and pools comes last. */
    @Test
    void oneNodeCannotHaveTheSamePrefixFromTwoPartitions() throws SQLException {
        UUID node = site.node("n101");
        UUID port = site.port(node, fabric);
        site.grant(tenant, node);
        UUID first = site.partition(tenant, fabric, "e");
        UUID second = site.partition(tenant, fabric, "f");
        UUID third = site.partition(tenant, fabric, "g");
        site.pool(tenant, first, "10.2.0.0/24", "10.2.0.1", "10.2.0.9");
        site.pool(tenant, second, "10.2.0.0/16", "10.2.0.1", "10.2.0.9");
        site.membership(tenant, first, fabric, node, port);

        violates(() -> site.membership(tenant, second, fabric, node, port), "node_prefix_overlap");

        site.membership(tenant, third, fabric, node, port);
        violates(() -> site.pool(tenant, third, "10.2.0.128/25", "10.2.0.129", "10.2.0.140"), "node_prefix_overlap");
        site.pool(tenant, third, "10.3.0.0/24", "10.3.0.1", "10.3.0.9");
    }

    /** Whichever of route, network and member comes last, and whoever they belong to. */
    @Test
    void noRouteDrawsAwayTheNetworkOfAnotherPartition() throws SQLException {
        UUID node = site.node("n102");
        UUID port = site.port(node, fabric);
        UUID other = site.tenant("Brackwater");
        site.grant(tenant, node);
        site.grant(other, node);
        UUID thief = site.partition(tenant, fabric, "h");
        UUID victim = site.partition(other, fabric, "i");
        site.pool(other, victim, "10.9.0.0/24", "10.9.0.1", "10.9.0.9");
        settings(thief, false);

        site.membership(tenant, thief, fabric, node, port);
        site.membership(other, victim, fabric, node, port);
        violates(() -> route(thief, "10.9.0.0/25"), "partition_route_overlap");
        violates(() -> route(thief, "10.8.0.0/14"), "partition_route_overlap");

        route(thief, "10.20.0.0/16");
        violates(() -> site.pool(other, victim, "10.20.7.0/24", "10.20.7.1", "10.20.7.9"), "node_prefix_overlap");

        UUID late = site.partition(tenant, fabric, "j");
        settings(late, false);
        route(late, "10.9.0.128/25");
        violates(() -> site.membership(tenant, late, fabric, node, port), "partition_route_overlap");

        UUID apart = site.partition(tenant, fabric, "k");
        settings(apart, true);
        route(apart, "10.9.0.0/25");
        violates(() -> site.membership(tenant, apart, fabric, node, port), "partition_route_overlap");
    }

    @Test
    void aDefaultRouteOfATableOfItsOwnDrawsNothingAway() throws SQLException {
        UUID node = site.node("n103");
        UUID port = site.port(node, fabric);
        site.grant(tenant, node);
        UUID network = site.partition(tenant, fabric, "l");
        site.pool(tenant, network, "10.30.0.0/24", "10.30.0.1", "10.30.0.9");
        site.membership(tenant, network, fabric, node, port);
        UUID partition = site.partition(tenant, fabric, "m");
        settings(partition, true);
        route(partition, "0.0.0.0/0");

        assertThat(site.membership(tenant, partition, fabric, node, port)).isNotNull();
    }

    @Test
    void routesOfTwoTenantsToOneNetworkAreNotOnOneNode() throws SQLException {
        UUID node = site.node("n104");
        UUID port = site.port(node, fabric);
        UUID other = site.tenant("Dunmere");
        site.grant(tenant, node);
        site.grant(other, node);
        UUID mine = site.partition(tenant, fabric, "n");
        UUID spare = site.partition(tenant, fabric, "o");
        UUID theirs = site.partition(other, fabric, "p");
        for (UUID partition : List.of(mine, spare)) {
            settings(partition, false);
            route(partition, "10.40.0.0/16");
            site.membership(tenant, partition, fabric, node, port);
        }
        settings(other, theirs, false);
        route(other, theirs, "10.40.7.0/24");

        violates(() -> site.membership(other, theirs, fabric, node, port), "partition_route_overlap");
    }

    @Test
    void aRouteKeepsClearOfThePortsOwnNetworkWhicheverComesLast() throws SQLException {
        UUID node = site.node("n105");
        UUID port = site.port(node, fabric);
        site.grant(tenant, node);
        UUID partition = site.partition(tenant, fabric, "q");
        settings(partition, false);
        route(partition, "10.50.0.0/16");
        site.membership(tenant, partition, fabric, node, port);

        violates(() -> ownInterface(node, port, "10.50.7.1/24"), "port_interface_overlap");
        ownInterface(node, port, "10.51.7.1/24");
        violates(() -> route(partition, "10.51.0.0/16"), "partition_route_overlap");
    }

    private static void ownInterface(UUID node, UUID port, String address) throws SQLException {
        try (Connection fabricSide = database.fabric()) {
            run(
                    fabricSide,
                    "INSERT INTO port_interface (node_id, port_id, mode, addresses)"
                            + " VALUES (?, ?, 'datagram', ARRAY[?]::inet[])",
                    node,
                    port,
                    address);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "128.0.0.0/1",
                "12.0.0.0/7",
                "2000::/3",
                "127.0.0.0/8",
                "169.254.1.0/24",
                "224.0.0.0/8",
                "fe80::/64"
            })
    void noRouteIsForMostOfTheWorldOrForTheHostItself(String destination) throws SQLException {
        UUID partition = site.partition(tenant, fabric, "w" + destination);
        settings(partition, false);

        assertThatThrownBy(() -> route(partition, destination)).hasMessageContaining("partition_route_width");
    }

    private static void settings(UUID partition, boolean sourceRouting) throws SQLException {
        settings(tenant, partition, sourceRouting);
    }

    private static void settings(UUID owner, UUID partition, boolean sourceRouting) throws SQLException {
        try (Connection app = database.app(owner)) {
            run(
                    app,
                    "INSERT INTO partition_host (tenant_id, partition_id, source_routing) VALUES (?, ?, ?)",
                    owner,
                    partition,
                    sourceRouting);
        }
    }

    private static void route(UUID partition, String destination) throws SQLException {
        route(tenant, partition, destination);
    }

    private static void route(UUID owner, UUID partition, String destination) throws SQLException {
        try (Connection app = database.app(owner)) {
            run(
                    app,
                    "INSERT INTO partition_route (tenant_id, partition_id, destination) VALUES (?, ?, ?::cidr)",
                    owner,
                    partition,
                    destination);
        }
    }

    private static void violates(ThrowingCallable change, String constraint) {
        assertThatThrownBy(change).isInstanceOfSatisfying(PSQLException.class, e -> {
            assertThat(e.getSQLState()).isEqualTo("23P01");
            assertThat(e.getServerErrorMessage()).isNotNull();
            assertThat(String.valueOf(e.getServerErrorMessage().getConstraint()))
                    .isEqualTo(constraint);
        });
    }
}
