package dev.ibportal.portal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import dev.ibportal.agent.v1.AddressItem;
import dev.ibportal.agent.v1.Hca;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InventoryReport;
import dev.ibportal.agent.v1.LinkLayer;
import dev.ibportal.agent.v1.Port;
import dev.ibportal.agent.v1.PortState;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.portal.testing.Browser;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A card that is swapped is a proposal to a person; accepted, memberships and addresses move by the ledger. */
@QuarkusTest
class SwappedCardTest extends LineTestBase {
    private static final String NEW_GUID = "0x02a1f003000000aa";

    private final NodePlayer host1 = new NodePlayer();

    private static SessionRequest.Builder inventory(long sequence, String model, String... guids) {
        InventoryReport.Builder report =
                InventoryReport.newBuilder().setSequence(sequence).setLast(true);
        int slot = 0x3b;
        for (String guid : guids) {
            report.addHcas(Hca.newBuilder()
                    .setDevice("mlx5_" + (slot - 0x3b))
                    .setHcaType(model)
                    .setPciAddress("0000:%02x:00.0".formatted(slot++))
                    .addPorts(Port.newBuilder()
                            .setNumber(1)
                            .setGuid(guid)
                            .setState(PortState.PORT_STATE_ACTIVE)
                            .setLinkLayer(LinkLayer.LINK_LAYER_INFINIBAND)
                            .setPkeysKnown(true)
                            .addPkeys(0x7fff)
                            .setNetdev("ib" + (slot - 0x3c))));
        }
        return SessionRequest.newBuilder().setInventory(report);
    }

    private TestDaemon.Stream inSyncOnOldCard() {
        smConnects();
        TestDaemon.Stream stream = nodeConnects(node1, "n1", host1);
        stream.send(inventory(1, "MT4123", GUID_1));
        soon().untilAsserted(() -> assertThat(world.count("port_hardware", "ordinal = 1 AND hca_type = 'MT4123'"))
                .isOne());
        awaitInSync(member("n1", "full"));
        return stream;
    }

    private String path() {
        return "/api/v1/nodes/" + node1 + "/replacements";
    }

    private List<String> proposed() {
        return operator.api().get(path()).then().statusCode(200).extract().path("to");
    }

    @Test
    void anAcceptedSwapMovesMembershipAndAddressByTheLedger() {
        TestDaemon.Stream stream = inSyncOnOldCard();
        sm.hides(GUID_1);

        stream.send(inventory(2, "MT4123", NEW_GUID));
        soon().untilAsserted(() -> assertThat(proposed()).containsExactly(NEW_GUID));
        operator.api()
                .get(path())
                .then()
                .body("", hasSize(1))
                .body("[0].from", equalTo(GUID_1))
                .body("[0].model", equalTo("MT4123"))
                .body("[0].ordinal", equalTo(1))
                .body("[0].members", equalTo(1));
        assertThat(world.count(
                        "membership",
                        "removed_at IS NULL AND port_id = (SELECT id FROM port WHERE guid = '" + GUID_1 + "')"))
                .as("nothing moves by itself")
                .isOne();

        operator.api()
                .body(Map.of("from", GUID_1, "to", NEW_GUID))
                .post(path())
                .then()
                .statusCode(200)
                .body("", empty());

        soon().ignoreExceptions().untilAsserted(() -> {
            InterfaceItem item = host1.last().getInterfacesList().stream()
                    .filter(InterfaceItem::hasPresent)
                    .findFirst()
                    .orElseThrow();
            assertThat(item.getPresent().getPortGuid()).isEqualTo(NEW_GUID);
            assertThat(item.getPresent().getAddressesList())
                    .extracting(AddressItem::getCidr)
                    .containsExactly("10.77.51.1/24");
        });
        UUID moved = world.string(
                        "SELECT m.id FROM membership m JOIN port p ON p.id = m.port_id WHERE p.guid = ?", NEW_GUID)
                .transform(UUID::fromString);
        awaitInSync(moved);
        soon().untilAsserted(() ->
                assertThat(world.count("absence", "closed_at IS NULL")).isZero());
        assertThat(world.count("address", "host(ip) = '10.77.51.1'")).isOne();
        assertThat(world.count("audit_event", "action = 'port.replace' AND outcome = 'success'"))
                .isOne();
        assertThat(world.count("audit_event", "action = 'member.move' AND outcome = 'success'"))
                .isOne();
    }

    @Test
    void atNoTimeDoTwoInterfacesHaveTheAddress() {
        TestDaemon.Stream stream = inSyncOnOldCard();
        host1.mute();
        stream.send(inventory(2, "MT4123", NEW_GUID));
        soon().untilAsserted(() -> assertThat(proposed()).containsExactly(NEW_GUID));

        operator.api()
                .body(Map.of("from", GUID_1, "to", NEW_GUID))
                .post(path())
                .then()
                .statusCode(200);

        soon().untilAsserted(() -> assertThat(host1.last().getInterfacesList())
                .anyMatch(item ->
                        item.hasPresent() && item.getPresent().getPortGuid().equals(NEW_GUID)));
        assertThat(host1.last().getInterfacesList().stream()
                        .filter(InterfaceItem::hasPresent)
                        .mapToInt(item -> item.getPresent().getAddressesCount())
                        .sum())
                .as("the old interface is not proven absent yet")
                .isZero();
        assertThat(world.count("absence", "closed_at IS NULL")).isOne();
    }

    @Test
    void anotherModelOrAnotherPlaceIsNoProposal() {
        TestDaemon.Stream stream = inSyncOnOldCard();

        stream.send(inventory(2, "MT4129", NEW_GUID));
        soon().untilAsserted(() ->
                assertThat(world.count("port_status", "NOT present")).isOne());

        assertThat(proposed()).isEmpty();
        operator.api()
                .body(Map.of("from", GUID_1, "to", NEW_GUID))
                .post(path())
                .then()
                .statusCode(409)
                .body("detail", containsString("is not proposed"));
    }

    @Test
    void aPortThatIsStillThereIsNotReplaced() {
        TestDaemon.Stream stream = inSyncOnOldCard();

        stream.send(inventory(2, "MT4123", GUID_1, NEW_GUID));
        soon().untilAsserted(() ->
                assertThat(world.count("port", "guid = '" + NEW_GUID + "'")).isOne());

        assertThat(proposed()).isEmpty();
    }

    @Test
    void aNewNameOfTheSamePortChangesNothing() {
        TestDaemon.Stream stream = inSyncOnOldCard();
        long generation = host1.last().getGeneration();

        SessionRequest.Builder renamed = inventory(2, "MT4123", GUID_1);
        renamed.getInventoryBuilder().getHcasBuilder(0).setDevice("ibp59s0");
        renamed.getInventoryBuilder().getHcasBuilder(0).getPortsBuilder(0).setNetdev("ibp59s0");
        stream.send(renamed);
        soon().untilAsserted(() ->
                assertThat(world.count("port_status", "netdev = 'ibp59s0'")).isOne());

        assertThat(proposed()).isEmpty();
        assertThat(host1.last().getGeneration()).isEqualTo(generation);
    }

    @Test
    void thePageAsksAndTheButtonAnswers() {
        TestDaemon.Stream stream = inSyncOnOldCard();
        stream.send(inventory(2, "MT4123", NEW_GUID));
        soon().untilAsserted(() -> assertThat(proposed()).containsExactly(NEW_GUID));
        Browser root = Browser.of("root");

        var page = root.get("/nodes/" + node1);
        assertThat(page.select(".alert-warning").text()).contains("Was a card swapped?", GUID_1, NEW_GUID, "MT4123");

        assertThat(root.send(page, "form[action$=replacements]", Map.of()).statusCode())
                .isEqualTo(303);
        assertThat(proposed()).isEmpty();
    }
}
