package dev.ibportal.portal.ipam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import dev.ibportal.portal.testing.Browser;
import io.quarkus.test.junit.QuarkusTest;
import java.util.Map;
import java.util.UUID;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A member without an address is seen as such, and gets one with one call. */
@QuarkusTest
class AddresslessMembersTest extends IpamTestBase {
    @BeforeEach
    void membersBeforeThePool() {
        cluster.node("n101", fabric, "0x02a1f00300000101", tenant);
        cluster.node("n102", fabric, "0x02a1f00300000102", tenant);
        for (String node : new String[] {"n101", "n102"}) {
            cluster.member(partition, Map.of("node", node, "membership", "full"))
                    .statusCode(201);
        }
    }

    @Test
    void thePageSaysSoAndGivesThemAddresses() {
        Browser root = Browser.of("root");
        assertThat(root.get("/partitions/" + partition)
                        .select(".member-head .state-warn")
                        .eachText())
                .containsExactly("no address", "no address");
        UUID pool = cluster.pool(tenant, partition, "10.77.1.0/24");
        Document page = root.get("/pools/" + pool);
        assertThat(page.select(".alert h2").text()).isEqualTo("Members without an address from here: 2");

        assertThat(root.send(page, "form:has(input[value=waiting])", Map.of()).statusCode())
                .isEqualTo(303);

        assertThat(root.get("/pools/" + pool).select(".alert")).isEmpty();
        assertThat(root.get("/partitions/" + partition).select(".member-head").text())
                .contains("10.77.1.1/24")
                .contains("10.77.1.2/24")
                .doesNotContain("no address");
        assertNothingLost(pool);
    }

    @Test
    void theApiCountsThemAndGivesThemAddresses() {
        UUID pool = cluster.pool(tenant, partition, "10.77.1.0/24");
        String path = "/api/v1/pools/" + pool;
        operator.api().get(path).then().body("membersWithout", equalTo(2));

        operator.api()
                .body("{\"withoutAddress\":true}")
                .post(path + "/addresses/bulk")
                .then()
                .statusCode(201)
                .body("items", hasSize(2))
                .body("items[0].state", equalTo("in-use"));

        operator.api().get(path).then().body("membersWithout", equalTo(0));
        operator.api()
                .body("{\"withoutAddress\":true}")
                .post(path + "/addresses/bulk")
                .then()
                .statusCode(201)
                .body("items", hasSize(0));
        operator.api()
                .body("{\"withoutAddress\":true,\"count\":1}")
                .post(path + "/addresses/bulk")
                .then()
                .statusCode(422);
    }

    @Test
    void releasingWhatIsInUseNamesWhoLosesIt() {
        UUID pool = cluster.pool(tenant, partition, "10.77.1.0/24");
        operator.api().body("{\"withoutAddress\":true}").post("/api/v1/pools/" + pool + "/addresses/bulk");
        world.execute("UPDATE interface_status SET sent_generation = 1");
        String address = world.string("SELECT id FROM address WHERE host(ip) = '10.77.1.1'");

        Document page = Browser.of("root").get("/addresses/" + address + "/release");

        assertThat(page.select(".alert").text()).contains("10.77.1.1 is in use").contains("n101");
        operator.api()
                .delete("/api/v1/addresses/" + address)
                .then()
                .statusCode(202)
                .body("ip", equalTo("10.77.1.1"))
                .body("warnings[0]", containsString("interface of n101"));
        operator.api().get("/api/v1/pools/" + pool).then().body("membersWithout", equalTo(1));
    }

    @Test
    void aFormProposesNoMoreAddressesThanThereAre() {
        UUID pool = cluster.pool(tenant, partition, "10.77.2.0/29");

        assertThat(Browser.of("root").get("/pools/" + pool).select("#f-count").val())
                .isEqualTo("6");
    }
}
