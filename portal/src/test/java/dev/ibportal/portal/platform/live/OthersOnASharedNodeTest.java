package dev.ibportal.portal.platform.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import dev.ibportal.agent.v1.Hca;
import dev.ibportal.agent.v1.InventoryReport;
import dev.ibportal.agent.v1.LinkLayer;
import dev.ibportal.agent.v1.Port;
import dev.ibportal.agent.v1.PortState;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.portal.session.LineTestBase;
import dev.ibportal.portal.session.NodePlayer;
import dev.ibportal.portal.session.TestDaemon;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.subscription.Cancellable;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two tenants have the same node; neither notices what the other does there. */
@QuarkusTest
@SuppressWarnings("NullAway.Init")
class OthersOnASharedNodeTest extends LineTestBase {
    @Inject
    LiveHub hub;

    private final NodePlayer host = new NodePlayer();
    private final List<Cancellable> open = new ArrayList<>();
    private TestDaemon.Stream stream;
    private UUID neighbour;
    private UUID theirs;
    private Person anna;
    private Person ben;

    @BeforeEach
    void bothHaveTheNode() {
        neighbour = world.tenant("Brackwater");
        anna = world.tenantAdmin("anna", tenant);
        ben = world.tenantAdmin("ben", neighbour);
        cluster.grant(neighbour, node1);
        theirs = cluster.partition(neighbour, fabric, "theirs", "0x8061");
        cluster.pool(neighbour, theirs, "10.77.61.0/24");
        smConnects();
        stream = nodeConnects(node1, "n1", host);
        awaitInSync(member("n1", "full"));
        stream.send(inventory(1, 0x8051));
        soon().untilAsserted(() ->
                assertThat(world.count("port_status", "state = 'active'")).isOne());
    }

    @AfterEach
    void close() {
        open.forEach(Cancellable::cancel);
    }

    private static SessionRequest.Builder inventory(int sequence, int... pkeys) {
        Port.Builder port = Port.newBuilder()
                .setNumber(1)
                .setGuid(GUID_1)
                .setLinkLayer(LinkLayer.LINK_LAYER_INFINIBAND)
                .setState(PortState.PORT_STATE_ACTIVE)
                .setNetdev("ib0")
                .setPkeysKnown(true)
                .addPkeys(0xffff);
        for (int pkey : pkeys) {
            port.addPkeys(pkey);
        }
        return SessionRequest.newBuilder()
                .setInventory(InventoryReport.newBuilder()
                        .setSequence(sequence)
                        .setLast(true)
                        .addHcas(Hca.newBuilder().setDevice("mlx5_0").addPorts(port)));
    }

    private List<String> watch(UUID of, String... what) {
        List<String> told = new CopyOnWriteArrayList<>();
        Watch watch = Watch.of(List.of(what), of, Set.of(node1));
        open.add(hub.open(UUID.randomUUID(), watch, () -> true).subscribe().with(told::add));
        return told;
    }

    @Test
    void whatOneDoesThereIsNotToldToTheOther() {
        List<String> own = watch(tenant, "node:" + node1, "nodes", "partitions", "fabrics");
        List<String> doer = watch(neighbour, "node:" + node1, "partitions");
        await().during(Duration.ofMillis(400)).until(() -> true);
        own.clear();
        doer.clear();

        cluster.member(theirs, Map.of("node", "n1", "membership", "full")).statusCode(201);
        soon().untilAsserted(() ->
                assertThat(world.count("interface_status", "state = 'in_sync'")).isEqualTo(2));
        stream.send(inventory(2, 0x8051, 0x8061));
        soon().untilAsserted(() ->
                assertThat(world.count("node_inventory", "sequence = 2")).isOne());

        soon().untilAsserted(() -> assertThat(doer).contains("changed"));
        await().during(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(own).doesNotContain("changed"));
    }

    @Test
    void whatAllOfThemSeeIsToldToAll() {
        List<String> own = watch(tenant, "node:" + node1);

        stream.send(SessionRequest.newBuilder()
                .setInventory(InventoryReport.newBuilder().setSequence(2).setLast(true)));

        soon().untilAsserted(() -> assertThat(own).contains("changed"));
    }

    @Test
    void noAgeOfWhatIsSharedIsFinerThanItIsAnyway() {
        String node = "SELECT last_seen_at::text FROM node_status WHERE node_id = ?";
        world.execute("UPDATE node_status SET last_seen_at = '2031-03-29 22:59:41.5Z' WHERE node_id = ?", node1);
        world.execute("UPDATE fabric_status SET seen_at = '2031-03-29 22:59:42.5Z'");
        world.execute("UPDATE port_status SET seen_at = '2031-03-29 22:12:43.5Z'");

        anna.api()
                .get("/api/v1/nodes/{id}", node1)
                .then()
                .body("lastSeenAt", equalTo("2031-03-29T22:59:00Z"))
                .body("ports[0].node.seenAt", equalTo("2031-03-29T22:59:00Z"));
        anna.api().get("/api/v1/fabrics").then().body("items[0].status.seenAt", containsString(":00Z"));
        operator.api()
                .get("/api/v1/nodes/{id}", node1)
                .then()
                .body("lastSeenAt", containsString("41.5"))
                .body("ports[0].node.seenAt", equalTo("2031-03-29T22:12:43.500Z"));
        assertThat(world.string(node, node1)).contains("41.5");
    }

    @Test
    void nobodyTakesAllAddressSpaceOfTheNode() {
        Map<String, Object> huge = Map.of("partition", partition.toString(), "name", "huge", "prefix", "172.16.0.0/12");
        anna.api()
                .body(huge)
                .post("/api/v1/pools")
                .then()
                .statusCode(409)
                .body("type", containsString("networks-too-large"))
                .body("detail", containsString("On node n1"))
                .body("detail", containsString("32768 IPv4 addresses"))
                .body("detail", containsString("1048832"));
        anna.api()
                .body(Map.of("partition", partition.toString(), "name", "six", "prefix", "fc00::/7"))
                .post("/api/v1/pools")
                .then()
                .statusCode(409)
                .body("detail", containsString("65536 IPv6 networks of /64"));

        UUID aside = cluster.partition(tenant, fabric, "aside", "0x8071");
        cluster.pool(tenant, aside, "172.16.0.0/12");
        cluster.member(aside, Map.of("node", "n1", "membership", "full"))
                .statusCode(409)
                .body("type", containsString("networks-too-large"));
        cluster.member(aside, Map.of("node", "n2", "membership", "full")).statusCode(201);
    }

    @Test
    void thePortsOwnInterfaceIsNobodysToTake() {
        Map<String, Object> wish = Map.of("node", "n1", "membership", "full", "index0", true);
        String refused = ben.api()
                .body(wish)
                .post("/api/v1/partitions/{id}/members", theirs)
                .then()
                .statusCode(409)
                .body("type", containsString("index0-not-available"))
                .extract()
                .path("detail");
        UUID aside = cluster.partition(tenant, fabric, "aside", "0x8071");
        cluster.member(aside, wish).statusCode(201);

        ben.api()
                .body(wish)
                .post("/api/v1/partitions/{id}/members", theirs)
                .then()
                .statusCode(409)
                .body("detail", equalTo(refused));
        cluster.member(theirs, wish).statusCode(409).body("detail", equalTo(refused));
    }
}
