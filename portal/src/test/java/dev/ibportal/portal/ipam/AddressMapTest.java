package dev.ibportal.portal.ipam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import dev.ibportal.portal.testing.Browser;
import io.quarkus.qute.i18n.MessageBundles;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A pool seen from above: single addresses, blocks, and the few places of an IPv6 pool where there is anything. */
@QuarkusTest
class AddressMapTest extends IpamTestBase {
    @Test
    void eachAddressOfASmallPoolIsThere() {
        UUID pool = cluster.pool(
                tenant,
                partition,
                "10.77.1.0/28",
                Map.of("gateway", "10.77.1.1", "exclusions", List.of("10.77.1.5 - 10.77.1.6 # old")));
        cluster.ask(pool, Map.of("note", "printer")).statusCode(201);

        operator.api()
                .get("/api/v1/pools/" + pool + "/map")
                .then()
                .statusCode(200)
                .body("cells", hasSize(16))
                .body("cells.state[0]", equalTo("unusable"))
                .body("cells.state[1]", equalTo("gateway"))
                .body("cells.state[2]", equalTo("reserved"))
                .body("cells.holder[2]", equalTo("printer"))
                .body("cells.state[3]", equalTo("free"))
                .body("cells.state[5]", equalTo("excluded"))
                .body("cells.state[15]", equalTo("unusable"));
        Browser browser = Browser.of("root");
        assertThat(browser.open("/pools/" + pool + "/map").asString())
                .contains("10.77.1.2: " + word("reserved") + ", printer", "?address=10.77.1.3#take");
        assertThat(browser.open("/pools/" + pool + "?address=10.77.1.3").asString())
                .contains("name=\"address\" value=\"10.77.1.3\"");
    }

    private static String word(String state) {
        return new AddressMapWords(UUID.randomUUID(), MessageBundles.get(PoolMessages.class)).state(state);
    }

    @Test
    void aLargePoolIsShownByBlocksOfBlocks() {
        UUID pool = cluster.pool(tenant, partition, "10.64.0.0/12");
        cluster.ask(pool, Map.of("address", "10.70.3.9")).statusCode(201);
        String path = "/api/v1/pools/" + pool + "/map";

        operator.api()
                .get(path)
                .then()
                .body("blocks", hasSize(256))
                .body("blocks.find { it.used > 0 }.prefix", equalTo("10.70.0.0/20"))
                .body("blocks[0].capacity", equalTo(4095));
        operator.api()
                .get(path + "?block=10.70.0.0/20")
                .then()
                .body("blocks", hasSize(16))
                .body("around", equalTo("10.64.0.0/12"))
                .body("blocks[3].used", equalTo(1));
        operator.api()
                .get(path + "?block=10.70.3.0/24")
                .then()
                .body("cells", hasSize(256))
                .body("around", equalTo("10.70.0.0/20"))
                .body("cells.state[9]", equalTo("reserved"));
        operator.api().get(path + "?block=10.80.0.0/24").then().statusCode(422);
        operator.api().get(path + "?block=10.70.3.9/24").then().statusCode(422);
    }

    @Test
    void ofAnIpv6PoolOnlyWhatIsUsedIsShown() {
        UUID pool = cluster.pool(tenant, partition, "fd00:77::/64");
        cluster.ask(pool, Map.of("address", "fd00:77::beef:1")).statusCode(201);

        operator.api()
                .get("/api/v1/pools/" + pool + "/map")
                .then()
                .body("blocks.prefix", contains("fd00:77::/120", "fd00:77::beef:0/120"))
                .body("blocks.used", contains(0, 1))
                .body("complete", equalTo(true));
        operator.api()
                .get("/api/v1/pools/" + pool + "/map?block=fd00:77::beef:0/120")
                .then()
                .body("cells", hasSize(256))
                .body("cells.state[1]", equalTo("reserved"));
    }
}
