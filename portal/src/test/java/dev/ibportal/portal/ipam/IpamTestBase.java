package dev.ibportal.portal.ipam;

import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import jakarta.inject.Inject;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;

/** An operator, a tenant, and a partition of it on a fabric. */
@SuppressWarnings("NullAway.Init")
abstract class IpamTestBase {
    @Inject
    World world;

    Person operator;
    Cluster cluster;
    UUID tenant;
    UUID fabric;
    UUID partition;

    @BeforeEach
    void emptyWorld() {
        world.reset();
        operator = world.operator("root");
        cluster = new Cluster(operator);
        tenant = world.tenant("Aldermoor");
        fabric = cluster.fabric("ib");
        partition = cluster.partition(tenant, fabric, "aldermoor-a");
    }

    /** The rules that the database alone cannot hold: what is free and what is taken make up what is usable. */
    void assertNothingLost(UUID pool) {
        PoolInvariants.assertHold(world, pool);
    }
}
