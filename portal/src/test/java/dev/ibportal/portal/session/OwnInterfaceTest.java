package dev.ibportal.portal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;

import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InterfaceKind;
import dev.ibportal.agent.v1.PresentInterface;
import dev.ibportal.portal.testing.Browser;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The interface that a port has by itself: said by an operator, sent beside those of tenants, shown, and left again. */
@QuarkusTest
class OwnInterfaceTest extends LineTestBase {
    private static final Map<String, Object> WANTED = Map.of(
            "mode",
            "datagram",
            "mtu",
            2044,
            "addresses",
            List.of("10.20.0.11/16", "fd00:20::11/64"),
            "transmitQueueLength",
            2048,
            "channels",
            8,
            "profile",
            "ipoib");

    private final NodePlayer host1 = new NodePlayer();

    private String path() {
        return "/api/v1/nodes/" + node1 + "/ports/" + cluster.port(node1) + "/interface";
    }

    private ValidatableResponse put(int version, Map<String, Object> form) {
        return operator.api()
                .header("If-Match", "\"" + version + "\"")
                .body(form)
                .put(path())
                .then();
    }

    private void connects(String... capabilities) {
        daemon(agents.enrol(node1, machine("n1")))
                .open(host1::answer)
                .hello(TestDaemon.hello(machine("n1")).addAllCapabilities(List.of(capabilities)))
                .welcome();
    }

    private Optional<InterfaceItem> sent() {
        return host1.specs().isEmpty()
                ? Optional.empty()
                : host1.last().getInterfacesList().stream().findFirst();
    }

    @Test
    void whatIsSaidIsSentReadBackAndShown() {
        connects("parent.default");
        put(0, WANTED).statusCode(200).body("managed", equalTo(true));

        soon().untilAsserted(() -> assertThat(sent()).isPresent());
        PresentInterface present = sent().orElseThrow().getPresent();
        assertThat(present.getPkey()).isEqualTo(0xffff);
        assertThat(present.getKind()).isEqualTo(InterfaceKind.INTERFACE_KIND_PARENT);
        assertThat(present.getMtu()).isEqualTo(2044);
        assertThat(present.getAddressesList())
                .extracting(address -> address.getCidr())
                .containsExactly("10.20.0.11/16", "fd00:20::11/64");
        assertThat(present.getHost().getTransmitQueueLength()).isEqualTo(2048);
        assertThat(present.getHost().getChannels()).isEqualTo(8);
        soon().untilAsserted(() -> operator.api()
                .get(path())
                .then()
                .body("seen.state", equalTo("in_sync"))
                .body("seen.addresses", hasItem("10.20.0.11/16"))
                .body("version", equalTo(1)));
        assertThat(Browser.of("root").get("/nodes/" + node1).text())
                .contains("10.20.0.11/16", "fd00:20::11/64", "Own interface of the port");

        put(0, Map.of()).statusCode(412);
        put(1, Map.of("addresses", List.of("10.20.0.12/16"))).statusCode(200);
        soon().untilAsserted(() -> assertThat(sent().orElseThrow().getPresent().getAddressesList())
                .filteredOn(address -> address.hasPresent())
                .extracting(address -> address.getCidr())
                .containsExactly("10.20.0.12/16"));
        assertThat(sent().orElseThrow().getPresent().getAddressesList())
                .as("nothing goes by leaving it out")
                .filteredOn(address -> address.hasAbsent())
                .extracting(address -> address.getCidr())
                .containsExactlyInAnyOrder("10.20.0.11/16", "fd00:20::11/64");
    }

    @Test
    void leftToTheHostItGoesByATombstoneAndIsForgottenWhenTheNodeHasProvenIt() {
        connects("parent.default");
        put(0, WANTED).statusCode(200);
        soon().untilAsserted(() -> operator.api().get(path()).then().body("seen.state", equalTo("in_sync")));

        operator.api().header("If-Match", "\"1\"").delete(path()).then().statusCode(200);

        soon().untilAsserted(() -> assertThat(host1.tombstones()).anySatisfy(absent -> {
            assertThat(absent.getPkey()).isEqualTo(0xffff);
            assertThat(absent.getKind()).isEqualTo(InterfaceKind.INTERFACE_KIND_PARENT);
            assertThat(absent.getAddressesList()).contains("10.20.0.11/16");
        }));
        soon().untilAsserted(() -> operator.api().get(path()).then().body("managed", equalTo(false)));
        soon().untilAsserted(() -> assertThat(sent()).isEmpty());
        assertThat(world.count("audit_event", "action = 'port.set-interface' AND outcome = 'success'"))
                .isOne();
        assertThat(world.count("audit_event", "action = 'port.leave-interface' AND outcome = 'success'"))
                .isOne();
    }

    @Test
    void aDaemonThatDoesNotKnowOfItIsNotToldAndNothingIsLeftBehind() {
        connects();
        put(0, WANTED).statusCode(200).body("seen.state", equalTo("pending"));
        soon().untilAsserted(() -> assertThat(host1.specs()).isNotEmpty());
        assertThat(sent()).isEmpty();

        operator.api()
                .header("If-Match", "\"1\"")
                .delete(path())
                .then()
                .statusCode(200)
                .body("managed", equalTo(false));
    }

    @Test
    void aNetworkIsOnOneInterfaceOfANodeOnly() {
        member("n1", "full");
        put(0, Map.of("addresses", List.of("10.77.51.200/25")))
                .statusCode(409)
                .body("type", containsString("network-on-node"));

        put(0, Map.of("addresses", List.of("10.88.0.1/16"))).statusCode(200);
        var other = cluster.partition(tenant, fabric, "other");
        cluster.pool(tenant, other, "10.88.7.0/24");
        cluster.member(other, Map.of("node", "n1", "membership", "full")).statusCode(409);
        cluster.member(other, Map.of("node", "n2", "membership", "full")).statusCode(201);
    }

    @Test
    void nonsenseIsRefusedByField() {
        put(0, Map.of("mtu", 5000)).statusCode(422).body("errors[0].field", equalTo("mtu"));
        put(0, Map.of("mtu", 576, "addresses", List.of("fd00::1/64")))
                .statusCode(422)
                .body("errors[0].field", equalTo("mtu"));
        put(0, Map.of("channels", 0)).statusCode(422).body("errors[0].field", equalTo("channels"));
        put(0, Map.of("transmitQueueLength", 2_000_000))
                .statusCode(422)
                .body("errors[0].field", equalTo("transmitQueueLength"));
        put(0, Map.of("addresses", List.of("10.1.0.1/16", "10.1.2.1/24")))
                .statusCode(422)
                .body("errors[0].field", equalTo("addresses"));
        for (String address : List.of(
                "10.0.0.0/24",
                "10.0.0.255/24",
                "255.255.255.255/32",
                "224.0.0.5/24",
                "127.0.0.1/8",
                "169.254.1.1/16",
                "10.0.0.1/7",
                "::1/128",
                "fe80::1/64",
                "ff02::1/64",
                "fd00::/64")) {
            put(0, Map.of("addresses", List.of(address)))
                    .statusCode(422)
                    .body("errors[0].field", equalTo("addresses"))
                    .body("detail", containsString(address));
        }
        put(0, Map.of("profile", "fast")).statusCode(422).body("errors[0].field", equalTo("profile"));
        put(0, Map.of("mode", "udp")).statusCode(422).body("errors[0].field", equalTo("mode"));
    }

    @Test
    void theFormDoesTheSameAndComesBackWithWhatWasTyped() {
        Browser browser = Browser.of("root");
        String form = "/nodes/" + node1 + "/ports/" + cluster.port(node1) + "/interface";

        var refused = browser.send(browser.get(form), "form.box", Map.of("mtu", "many", "addresses", "10.20.0.11/16"));
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body().asString()).contains("many", "10.20.0.11/16", "is no whole number");
        browser.send(browser.get(form), "form.box", Map.of("mtu", "2044", "addresses", "10.20.0.11/16\n10.30.0.11/16"));

        operator.api().get(path()).then().body("mtu", equalTo(2044)).body("addresses", hasItem("10.30.0.11/16"));
    }
}
