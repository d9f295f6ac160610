package dev.ibportal.portal.ipam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import dev.ibportal.agent.v1.AddressItem;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.portal.session.LineTestBase;
import dev.ibportal.portal.session.NodePlayer;
import dev.ibportal.portal.session.TestDaemon;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** C-06 with daemons on real streams, which say themselves what their hosts have. */
@QuarkusTest
@SuppressWarnings("NullAway.Init")
class C06ThroughSessionsTest extends LineTestBase {
    private static final String CONTESTED = "10.77.51.1/30";

    private final NodePlayer host101 = new NodePlayer();
    private final NodePlayer host102 = new NodePlayer();
    private final NodePlayer host103 = new NodePlayer();

    private TestDaemon.Credentials n101;
    private TestDaemon daemon101;
    private UUID small;
    private UUID pool30;

    @BeforeEach
    void bothAddressesAreInSync() {
        UUID node101 = cluster.node("n101", fabric, "0x02a1f00300000101", tenant);
        UUID node102 = cluster.node("n102", fabric, "0x02a1f00300000102", tenant);
        UUID node103 = cluster.node("n103", fabric, "0x02a1f00300000103", tenant);
        small = cluster.partition(tenant, fabric, "small", "0x8052");
        pool30 = cluster.pool(tenant, small, "10.77.51.0/30");
        smConnects();
        n101 = agents.enrol(node101, machine("n101"));
        daemon101 = daemon(n101);
        daemon101.open(host101::answer).hello(machine("n101")).welcome();
        nodeConnects(node102, "n102", host102);
        nodeConnects(node103, "n103", host103);
        join("n101");
        join("n102");
        soon().untilAsserted(() ->
                assertThat(world.count("interface_status", "state = 'in_sync'")).isEqualTo(2));
    }

    private void join(String node) {
        cluster.member(small, Map.of("node", node, "membership", "full")).statusCode(201);
    }

    @Test
    void theOldNodeLetsGoBeforeTheNewOneIsTold() {
        daemon101.close();
        // As the watch over silence does when nothing was heard for long enough.
        world.execute("UPDATE node_status SET state = 'unreachable' WHERE node_id = ?", n101.node());

        String address = world.string("SELECT id FROM address WHERE ip = '10.77.51.1'");
        operator.api().delete("/api/v1/addresses/{id}", address).then().statusCode(202);
        operator.api()
                .get("/api/v1/pools/{id}", pool30)
                .then()
                .body("free", equalTo(0))
                .body("releasing", equalTo(1));
        cluster.member(small, Map.of("node", "n103", "membership", "full"))
                .statusCode(409)
                .body("detail", containsString("no free address; 10.77.51.1 still held by unreachable n101"));

        daemon(n101).open(host101::answer).hello(machine("n101")).welcome();
        soon().untilAsserted(() ->
                assertThat(world.count("address", "ip = '10.77.51.1'")).isZero());
        assertThat(wishesFor(host101.last())).isEmpty();

        cluster.member(small, Map.of("node", "n103", "membership", "full"))
                .statusCode(201)
                .body("addresses.ip", contains("10.77.51.1"));
        soon().untilAsserted(() -> {
            assertThat(host103.specs()).isNotEmpty();
            assertThat(wishesFor(host103.last())).containsExactly(CONTESTED);
        });
        assertThat(wishesFor(host101.last())).isEmpty();
        PoolInvariants.assertHold(world, pool30);
    }

    private static List<String> wishesFor(NodeSpec spec) {
        return spec.getInterfacesList().stream()
                .flatMap(item -> item.getPresent().getAddressesList().stream())
                .filter(AddressItem::hasPresent)
                .map(AddressItem::getCidr)
                .toList();
    }
}
