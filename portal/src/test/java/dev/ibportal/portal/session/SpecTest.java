package dev.ibportal.portal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.Hca;
import dev.ibportal.agent.v1.HostProfile;
import dev.ibportal.agent.v1.HostSettings;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InterfaceKind;
import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InventoryReport;
import dev.ibportal.agent.v1.LinkLayer;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.Port;
import dev.ibportal.agent.v1.PortState;
import dev.ibportal.agent.v1.Route;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SpecRefusal;
import dev.ibportal.agent.v1.SpecRefusalReason;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What nodes are told, and what becomes of their answers. */
@QuarkusTest
class SpecTest extends LineTestBase {
    private final NodePlayer host1 = new NodePlayer();

    @Test
    void aPortThatTheNodeDoesNotHaveIsHeldWithTheReason() {
        smConnects();
        TestDaemon.Stream stream = nodeConnects(node1, "n1", host1);
        stream.send(inventory(1, "0x02a1f003000000aa", LinkLayer.LINK_LAYER_INFINIBAND));
        soon().untilAsserted(() ->
                assertThat(world.count("port_status", "NOT present")).isOne());

        String id = cluster.member(partition, Map.of("node", "n1", "port", GUID_1, "membership", "full"))
                .statusCode(201)
                .extract()
                .path("id");
        UUID member = UUID.fromString(id);

        soon().untilAsserted(() -> assertThat(interfaceState(member)).isEqualTo("held"));
        assertThat(interfaceText(member, "reason")).isEqualTo("the node does not report port " + GUID_1);
        assertThat(host1.last().getInterfaces(0).hasHeld()).isTrue();

        stream.send(inventory(2, GUID_1, LinkLayer.LINK_LAYER_INFINIBAND));
        awaitInSync(member);
        stream.send(inventory(3, "0x02a1f003000000aa", LinkLayer.LINK_LAYER_INFINIBAND));
        soon().untilAsserted(() ->
                assertThat(host1.last().getInterfaces(0).hasHeld()).isTrue());
        assertThat(interfaceText(member, "addresses::text")).isEqualTo("{10.77.51.1/24}");
    }

    @Test
    void anInfiniBandPortIsLearnedAndOneOfAnotherNodeIsFlagged() {
        TestDaemon.Stream stream = nodeConnects(node1, "n1", host1);

        stream.send(inventory(1, GUID_2, LinkLayer.LINK_LAYER_INFINIBAND));
        soon().untilAsserted(() -> assertThat(world.string("SELECT flag FROM node_status WHERE node_id = ?", node1))
                .contains("port " + GUID_2 + " is registered for n2"));
        assertThat(world.string("SELECT node_id FROM port WHERE guid = ?", GUID_2))
                .isEqualTo(node2.toString());

        stream.send(inventory(2, "0x02a1f003000000aa", LinkLayer.LINK_LAYER_INFINIBAND));
        soon().untilAsserted(() -> assertThat(
                        world.count("port", "guid = '0x02a1f003000000aa' AND registered_by = 'daemon'"))
                .isOne());
        assertThat(world.string("SELECT flag FROM node_status WHERE node_id = ?", node1))
                .contains("that it had not at first", "0x02a1f003000000aa")
                .doesNotContain("is registered for");
    }

    @Test
    void aPortInEthernetModeIsNotLearnedAndNamedWhereItIsKnown() {
        TestDaemon.Stream stream = nodeConnects(node1, "n1", host1);

        stream.send(inventory(1, GUID_1, LinkLayer.LINK_LAYER_ETHERNET));

        soon().untilAsserted(
                        () -> assertThat(world.strings("SELECT reason FROM port_status WHERE link_layer = 'ethernet'"))
                                .containsExactly("the port is in Ethernet mode: IPoIB needs InfiniBand"));
    }

    @Test
    void aRefusedSpecIsShownWithItsReason() {
        smConnects();
        host1.mute();
        TestDaemon.Stream stream = nodeConnects(node1, "n1", host1);
        UUID member = member("n1", "full");
        soon().untilAsserted(() -> assertThat(host1.last().getInterfacesCount()).isOne());

        stream.send(SessionRequest.newBuilder()
                .setSpecRefusal(SpecRefusal.newBuilder()
                        .setGeneration(host1.last().getGeneration())
                        .setReason(SpecRefusalReason.SPEC_REFUSAL_REASON_ITEM_OMITTED)
                        .setDetail("interface ib0.8050 is applied here but not named")));

        soon().untilAsserted(() -> assertThat(interfaceState(member)).isEqualTo("failed"));
        assertThat(interfaceText(member, "cause")).isEqualTo("spec.item-omitted");
        assertThat(interfaceText(member, "reason")).contains("ib0.8050 is applied here");
        assertThat(world.string("SELECT reason FROM node_status WHERE node_id = ?", node1))
                .contains("refused spec " + host1.last().getGeneration());
    }

    @Test
    void aReportOnAnOlderSpecDoesNotCount() {
        smConnects();
        TestDaemon.Stream stream = nodeConnects(node1, "n1", host1);
        UUID member = member("n1", "full");
        awaitInSync(member);
        NodeSpec old = host1.last();
        host1.mute();

        operator.api()
                .header("If-Match", etag("/api/v1/partitions/" + partition))
                .body(Map.of("ipMtu", 1500))
                .patch("/api/v1/partitions/{id}", partition)
                .then()
                .statusCode(200);

        soon().untilAsserted(() ->
                assertThat(host1.last().getInterfaces(0).getPresent().getMtu()).isEqualTo(1500));
        stream.send(host1.status(old));
        stream.send(inventory(7, GUID_1, LinkLayer.LINK_LAYER_INFINIBAND));
        soon().untilAsserted(() -> assertThat(
                        world.string("SELECT observed_generation FROM node_status WHERE node_id = ?", node1))
                .isEqualTo(Long.toString(old.getGeneration())));
        assertThat(interfaceState(member)).isEqualTo("applying");

        stream.send(host1.status(host1.last()));
        awaitInSync(member);
    }

    @Test
    void aFailedInterfaceSaysWhatWasWantedAndFound() {
        smConnects();
        host1.twist(status -> status.setState(InterfaceState.INTERFACE_STATE_FAILED)
                .setCause("address.missing")
                .setMessage("wanted 10.77.51.1/24 on ib0.8051, found no address"));
        nodeConnects(node1, "n1", host1);

        UUID member = member("n1", "full");

        soon().untilAsserted(() -> assertThat(interfaceState(member)).isEqualTo("failed"));
        assertThat(interfaceText(member, "reason")).isEqualTo("wanted 10.77.51.1/24 on ib0.8051, found no address");
    }

    @Test
    void aNodeThatComesBackIsToldOnlyWhatItDoesNotHave() {
        smConnects();
        TestDaemon.Credentials credentials = agents.enrol(node1, machine("n1"));
        TestDaemon first = daemon(credentials);
        TestDaemon.Stream stream = first.open(host1::answer).hello(machine("n1"));
        stream.welcome();
        UUID member = member("n1", "full");
        awaitInSync(member);
        long generation = host1.last().getGeneration();
        first.close();

        NodePlayer knowing = new NodePlayer();
        TestDaemon.Stream again = daemon(credentials)
                .open(knowing::answer)
                .hello(TestDaemon.hello(machine("n1")).setSpecGeneration(generation));
        again.welcome();
        NodePlayer ahead = new NodePlayer();
        daemon(credentials)
                .open(ahead::answer)
                .hello(TestDaemon.hello(machine("n1")).setSpecGeneration(generation + 10))
                .welcome();
        soon().untilAsserted(() -> assertThat(ahead.specs()).hasSize(1));
        assertThat(ahead.last().getGeneration()).isEqualTo(generation + 11);
        assertThat(knowing.specs()).isEmpty();
        assertThat(ahead.last().getInterfacesList()).allMatch(InterfaceItem::hasPresent);
    }

    @Test
    void aReleasedAddressGoesByATombstoneOfItsOwn() {
        smConnects();
        nodeConnects(node1, "n1", host1);
        UUID member = member("n1", "full");
        awaitInSync(member);
        String address = world.string("SELECT id FROM address WHERE ip = '10.77.51.1'");

        operator.api().delete("/api/v1/addresses/{id}", address).then().statusCode(202);

        soon().untilAsserted(() ->
                assertThat(world.count("address", "ip = '10.77.51.1'")).isZero());
        assertThat(host1.specs())
                .anyMatch(spec -> spec.getInterfacesList().stream()
                        .flatMap(item -> item.getPresent().getAddressesList().stream())
                        .anyMatch(item -> item.hasAbsent() && item.getCidr().equals("10.77.51.1/24")));
        awaitInSync(member);
        assertThat(interfaceText(member, "addresses::text")).isEqualTo("{}");
    }

    private String etag(String path) {
        return operator.api().get(path).then().statusCode(200).extract().header("ETag");
    }

    private static SessionRequest.Builder inventory(long sequence, String guid, LinkLayer layer) {
        return SessionRequest.newBuilder()
                .setInventory(InventoryReport.newBuilder()
                        .setSequence(sequence)
                        .setLast(true)
                        .addHcas(Hca.newBuilder()
                                .setDevice("mlx5_0")
                                .addPorts(Port.newBuilder()
                                        .setNumber(1)
                                        .setGuid(guid)
                                        .setState(PortState.PORT_STATE_ACTIVE)
                                        .setLinkLayer(layer)
                                        .setPkeysKnown(true)
                                        .addPkeys(0xffff))));
    }

    @Test
    void aNodeIsToldWhatThePartitionWantsOfItsHost() {
        smConnects();
        nodeConnects(node1, "n1", host1);
        operator.api()
                .header("If-Match", "\"0\"")
                .body(Map.of(
                        "routes",
                        List.of(
                                Map.of("to", "10.9.0.0/16", "via", "10.77.51.254", "metric", 50),
                                Map.of("to", "0.0.0.0/0", "via", "10.77.51.254")),
                        "sourceRouting",
                        true,
                        "profile",
                        "ipoib",
                        "dnsServers",
                        List.of("10.77.51.53")))
                .put("/api/v1/partitions/{id}/host-settings", partition)
                .then()
                .statusCode(200);
        UUID member = member("n1", "full");
        awaitInSync(member);

        HostSettings told = host1.last().getInterfaces(0).getPresent().getHost();
        assertThat(told.getRoutesList()).extracting(Route::getTo).containsExactly("0.0.0.0/0", "10.9.0.0/16");
        assertThat(told.getRoutes(1).getMetric()).isEqualTo(50);
        assertThat(told.getSourceTable()).isGreaterThanOrEqualTo(1 << 20);
        assertThat(told.getProfile()).isEqualTo(HostProfile.HOST_PROFILE_IPOIB);
        assertThat(told.getDnsServersList()).containsExactly("10.77.51.53");

        operator.api()
                .header("If-Match", "\"1\"")
                .body(Map.of())
                .put("/api/v1/partitions/{id}/host-settings", partition)
                .then()
                .statusCode(200);
        soon().untilAsserted(() -> assertThat(
                        host1.last().getInterfaces(0).getPresent().getHost().getRoutesList())
                .isEmpty());
        assertThat(host1.last().getInterfaces(0).getPresent().hasHost()).isTrue();
    }

    @Test
    void aKeyAtIndexZeroGoesThroughFabricAndNodeAndAwayAgain() {
        smConnects();
        nodeConnects(node1, "n1", host1);
        String id = cluster.member(partition, Map.of("node", "n1", "membership", "full", "index0", true))
                .statusCode(201)
                .extract()
                .path("id");
        UUID member = UUID.fromString(id);
        awaitInSync(member);

        assertThat(sm.last().getPartitions(0).getMembers(0).getPresent().getIndex0())
                .isTrue();
        assertThat(host1.last().getInterfaces(0).getPresent().getKind()).isEqualTo(InterfaceKind.INTERFACE_KIND_PARENT);

        removeMember(member);
        soon().untilAsserted(() -> assertThat(memberState(member)).isEqualTo("absent"));
        assertThat(host1.tombstones())
                .anySatisfy(absent -> assertThat(absent.getKind()).isEqualTo(InterfaceKind.INTERFACE_KIND_PARENT))
                .anySatisfy(absent -> assertThat(absent.getAddressesList()).containsExactly("10.77.51.1/24"));
    }
}
