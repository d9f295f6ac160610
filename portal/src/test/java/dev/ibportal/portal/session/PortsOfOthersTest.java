package dev.ibportal.portal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import dev.ibportal.agent.v1.Hca;
import dev.ibportal.agent.v1.InventoryReport;
import dev.ibportal.agent.v1.LinkLayer;
import dev.ibportal.agent.v1.Port;
import dev.ibportal.agent.v1.PortState;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A daemon can name any GUID, also the one of a machine that nobody has enrolled yet. */
@QuarkusTest
class PortsOfOthersTest extends LineTestBase {
    private static final String THEIRS = "0x02a1f00300000091";

    private static SessionRequest.Builder inventory(int sequence, String... guids) {
        Hca.Builder card = Hca.newBuilder().setDevice("mlx5_0");
        int number = 1;
        for (String guid : guids) {
            card.addPorts(Port.newBuilder()
                    .setNumber(number++)
                    .setGuid(guid)
                    .setLinkLayer(LinkLayer.LINK_LAYER_INFINIBAND)
                    .setState(PortState.PORT_STATE_ACTIVE));
        }
        return SessionRequest.newBuilder()
                .setInventory(InventoryReport.newBuilder()
                        .setSequence(sequence)
                        .setLast(true)
                        .addHcas(card));
    }

    private int named(String guid, UUID node) {
        return world.count("port", "guid = ? AND node_id = ?", guid, node);
    }

    @Test
    void whatANodeNamesLaterIsNobodysToUseBeforeAnOperatorSaidSo() {
        Person ada = world.tenantAdmin("ada", tenant);
        TestDaemon.Stream stream = nodeConnects(node1, "n1", new NodePlayer());
        stream.send(inventory(1, GUID_1, THEIRS));
        soon().untilAsserted(() -> assertThat(named(THEIRS, node1)).isOne());

        ada.api()
                .body(Map.of("node", "n1", "port", THEIRS, "membership", "full"))
                .post("/api/v1/partitions/{id}/members", partition)
                .then()
                .statusCode(422)
                .body("detail", containsString("n1 has no port " + THEIRS));
        operator.api()
                .get("/api/v1/nodes/{id}", node1)
                .then()
                .body("ports.find { it.guid == '" + THEIRS + "' }.confirmed", equalTo(false))
                .body("ports.find { it.guid == '" + GUID_1 + "' }.confirmed", equalTo(true))
                .body("operator.flag", containsString(THEIRS));
        assertThat(world.string("SELECT after ->> 'confirmed' FROM audit_event WHERE object_name = ?", THEIRS))
                .isEqualTo("false");

        // The one that it really belongs to comes: what a person says counts for more.
        UUID node9 = cluster.node("n9");
        cluster.port(node9, fabric, THEIRS);
        assertThat(named(THEIRS, node9)).isOne();
        assertThat(named(THEIRS, node1)).isZero();
        stream.send(inventory(2, GUID_1, THEIRS));
        soon().untilAsserted(() -> operator.api()
                .get("/api/v1/nodes/{id}", node1)
                .then()
                .body("operator.flag", containsString("is registered for n9")));
    }

    @Test
    void anOperatorConfirmsItByRegisteringIt() {
        TestDaemon.Stream stream = nodeConnects(node1, "n1", new NodePlayer());
        stream.send(inventory(1, GUID_1, THEIRS));
        soon().untilAsserted(() -> assertThat(named(THEIRS, node1)).isOne());

        cluster.port(node1, fabric, THEIRS);

        cluster.member(partition, Map.of("node", "n1", "port", THEIRS, "membership", "full"))
                .statusCode(201);
        stream.send(inventory(2, GUID_1, THEIRS));
        soon().untilAsserted(() ->
                operator.api().get("/api/v1/nodes/{id}", node1).then().body("operator.flag", equalTo("")));
    }

    @Test
    void theFirstPortsOfANodeAreItsOwn() {
        UUID node9 = cluster.node("n9");
        TestDaemon.Stream stream = nodeConnects(node9, "n9", new NodePlayer());
        stream.send(inventory(1, THEIRS, "0x02a1f00300000092"));

        soon().untilAsserted(() -> assertThat(world.count("port", "node_id = ? AND confirmed", node9))
                .isEqualTo(2));
    }

    @Test
    void oneNodeDoesNotNamePortsWithoutEnd() {
        TestDaemon.Stream stream = nodeConnects(node1, "n1", new NodePlayer());
        String[] many = new String[100];
        for (int i = 0; i < many.length; i++) {
            many[i] = "0x02a1f004%08x".formatted(i + 1);
        }
        stream.send(inventory(1, many));
        stream.send(inventory(2, GUID_1));

        soon().untilAsserted(() ->
                assertThat(world.count("node_inventory", "sequence = 2")).isOne());
        assertThat(world.count("port", "node_id = ?", node1)).isOne();
    }
}
