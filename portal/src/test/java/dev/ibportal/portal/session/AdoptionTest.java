package dev.ibportal.portal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import dev.ibportal.agent.v1.Hca;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InventoryReport;
import dev.ibportal.agent.v1.IpoibMode;
import dev.ibportal.agent.v1.KeptByHand;
import dev.ibportal.agent.v1.LinkLayer;
import dev.ibportal.agent.v1.Netdev;
import dev.ibportal.agent.v1.Port;
import dev.ibportal.agent.v1.PortState;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.WrongRecipe;
import dev.ibportal.portal.testing.Browser;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What was configured by hand becomes a proposal, and accepted a membership that says just that. */
@QuarkusTest
class AdoptionTest extends LineTestBase {
    private final NodePlayer host1 = new NodePlayer();
    private TestDaemon.@Nullable Stream stream;

    @BeforeEach
    void connect() {
        smConnects();
        stream = nodeConnects(node1, "n1", host1);
    }

    private void reports(int pkey, int mtu, String keptAddress, String... addresses) {
        InventoryReport.Builder report = InventoryReport.newBuilder()
                .setSequence(1)
                .setLast(true)
                .addHcas(Hca.newBuilder()
                        .setDevice("mlx5_0")
                        .addPorts(Port.newBuilder()
                                .setNumber(1)
                                .setGuid(GUID_1)
                                .setState(PortState.PORT_STATE_ACTIVE)
                                .setLinkLayer(LinkLayer.LINK_LAYER_INFINIBAND)
                                .setPkeysKnown(true)
                                .addPkeys(0x7fff)
                                .addPkeys(pkey & 0x7fff)));
        Netdev.Builder netdev = Netdev.newBuilder()
                .setName("ib0.%04x".formatted(pkey))
                .setPortGuid(GUID_1)
                .setParent("ib0")
                .setPkey(pkey)
                .setMode(IpoibMode.IPOIB_MODE_DATAGRAM)
                .setMtu(mtu)
                .addAddresses("fe80::1/64");
        for (String address : addresses) {
            netdev.addAddresses(address);
        }
        report.addNetdevs(netdev);
        report.addNetdevs(Netdev.newBuilder()
                .setName("ib0")
                .setPortGuid(GUID_1)
                .setPkey(0xffff)
                .addAddresses("192.168.0.1/24"));
        if (!keptAddress.isEmpty()) {
            report.addKept(KeptByHand.newBuilder()
                    .setPath("/etc/network/interfaces")
                    .setName(netdev.getName())
                    .setPkey(pkey)
                    .setParent("ib0")
                    .addAddresses(keptAddress));
        }
        report.addWrongRecipes(WrongRecipe.newBuilder()
                .setCode("vlan.on-ipoib")
                .setPlace("/etc/netplan/60.yaml")
                .setFound("vlans: with link: ib0")
                .setRight("IPoIB has no VLANs"));
        Objects.requireNonNull(stream).send(SessionRequest.newBuilder().setInventory(report));
        soon().untilAsserted(() ->
                assertThat(world.count("port_status", "pkeys IS NOT NULL")).isOne());
    }

    private ValidatableResponse proposals() {
        return operator.api().get("/api/v1/nodes/{n}/adoptions", node1).then().statusCode(200);
    }

    private ValidatableResponse accept() {
        return operator.api()
                .body(Map.of("name", "ib0.8051"))
                .post("/api/v1/nodes/{n}/adoptions", node1)
                .then();
    }

    @Test
    void whatIsThereBecomesAMembershipThatSaysJustThat() {
        reports(0x8051, 1500, "10.77.51.20/24", "10.77.51.20/24");

        proposals()
                .body("", hasSize(1))
                .body("[0].name", equalTo("ib0.8051"))
                .body("[0].partition.name", equalTo("storage"))
                .body("[0].membership", equalTo("limited"))
                .body("[0].addresses", contains("10.77.51.20/24"))
                .body("[0].keptIn", contains("/etc/network/interfaces"))
                .body("[0].obstacles", empty())
                .body("[0].changes", empty());

        accept().statusCode(201)
                .body("membership", equalTo("limited"))
                .body("mtu", equalTo(1500))
                .body("mode", nullValue())
                .body("addresses.cidr", contains("10.77.51.20/24"));

        soon().ignoreExceptions().untilAsserted(() -> {
            InterfaceItem item = host1.last().getInterfaces(0);
            assertThat(item.getPresent().getAdopted()).isTrue();
            assertThat(item.getPresent().getMtu()).isEqualTo(1500);
            assertThat(item.getPresent().getAddresses(0).getCidr()).isEqualTo("10.77.51.20/24");
            assertThat(item.getPresent().hasHost()).isFalse();
        });
        proposals().body("", empty());
    }

    @Test
    void whatStandsInTheWayIsNamed() {
        reports(0x8052, 2044, "", "10.99.0.1/24");
        proposals().body("[0].obstacles", hasItem(containsString("no partition of this fabric has PKey 0x8052")));

        reports(0x8051, 2044, "10.77.51.21/24", "10.99.0.1/24", "10.77.51.20/16");
        proposals()
                .body("[0].obstacles", hasItem(containsString("10.99.0.1/24 is in no pool of storage")))
                .body("[0].obstacles", hasItem(containsString("another prefix length than its pool 10.77.51.0/24")))
                .body("[0].obstacles", hasItem(containsString("more than one address of a family")))
                .body(
                        "[0].obstacles",
                        hasItem(containsString("/etc/network/interfaces keeps 10.77.51.21/24, but ib0.8051 has")));
        accept().statusCode(409).body("detail", containsString("cannot be taken over yet"));
        assertThat(world.count("membership", "true")).isZero();
    }

    @Test
    void whatAcceptingWouldChangeIsSaid() {
        reports(0x8051, 2044, "");

        proposals()
                .body("[0].obstacles", empty())
                .body("[0].changes", hasItem(containsString("no file keeps it")))
                .body("[0].changes", hasItem(containsString("an address of pool 10.77.51.0/24")));
    }

    @Test
    void thePagesShowWrongRecipesAndTheProposal() {
        reports(0x8051, 2044, "10.77.51.20/24", "10.77.51.20/24");
        Browser root = Browser.of("root");

        String node = root.get("/nodes/" + node1).text();
        assertThat(node).contains("Configured by hand", "ib0.8051", "/etc/netplan/60.yaml", "IPoIB has no VLANs");
        var page = root.get("/nodes/" + node1 + "/adopt");
        assertThat(page.text()).contains("ib0.8051", "storage", "Accepting it changes: Nothing");
        assertThat(root.send(page, "main form", Map.of()).statusCode()).isEqualTo(303);
        assertThat(world.count("membership", "adopted")).isOne();
    }
}
