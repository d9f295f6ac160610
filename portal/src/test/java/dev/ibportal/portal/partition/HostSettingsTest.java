package dev.ibportal.portal.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import dev.ibportal.portal.testing.Browser;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

@QuarkusTest
class HostSettingsTest extends PartitionTestBase {
    private String path() {
        return partitionPath() + "/host-settings";
    }

    private ValidatableResponse put(int version, Map<String, Object> form) {
        return admin.api()
                .header("If-Match", "\"" + version + "\"")
                .body(form)
                .put(path())
                .then();
    }

    private void refused(Map<String, Object> form, String fact) {
        put(0, form).statusCode(422).body("detail", containsString(fact));
    }

    private static Map<String, Object> routes(Map<?, ?>... routes) {
        return Map.of("routes", List.of(routes));
    }

    @Test
    void thereAreNoneUntilSomebodySaysSo() {
        admin.api()
                .get(path())
                .then()
                .statusCode(200)
                .header("ETag", "\"0\"")
                .body("routes", empty())
                .body("profile", equalTo("none"))
                .body("sourceRouting", equalTo(false));
    }

    @Test
    void areStoredWholeAndAudited() {
        cluster.pool(tenant, partition, "10.77.1.0/24");
        put(
                        0,
                        Map.of(
                                "routes",
                                List.of(
                                        Map.of("to", "10.9.0.0/16", "via", "10.77.1.254", "metric", 50),
                                        Map.of("to", "0.0.0.0/0", "via", "10.77.1.254")),
                                "sourceRouting",
                                true,
                                "dnsServers",
                                List.of("10.77.1.53"),
                                "dnsSearch",
                                List.of("Cluster.Example."),
                                "profile",
                                "ipoib"))
                .statusCode(200)
                .header("ETag", "\"1\"")
                .body("routes[1].to", equalTo("10.9.0.0/16"))
                .body("routes[1].metric", equalTo(50))
                .body("dnsSearch[0]", equalTo("cluster.example"));

        assertThat(world.count("audit_event", "action = 'partition.host-settings'"))
                .isOne();
        put(1, Map.of()).statusCode(200).body("routes", empty()).body("sourceRouting", equalTo(false));
        put(1, Map.of()).statusCode(412);
    }

    @Test
    void aChangeNeedsTheStateItWasMadeFor() {
        admin.api().body(Map.of()).put(path()).then().statusCode(428);
    }

    @Test
    void impossibleOnesAreRefusedWithTheReason() {
        cluster.pool(tenant, partition, "10.77.1.0/24");

        refused(routes(Map.of("to", "0.0.0.0/0", "via", "10.77.1.254")), "source routing");
        refused(routes(Map.of("to", "10.9.0.0/16", "via", "10.78.1.1")), "10.77.1.0/24");
        refused(routes(Map.of("to", "10.9.0.1/16", "via", "10.77.1.254")), "the network is 10.9.0.0/16");
        refused(routes(Map.of("to", "10.77.1.128/25", "via", "10.77.1.254")), "leads into pool 10.77.1.0/24");
        refused(routes(Map.of("to", "128.0.0.0/1", "via", "10.77.1.254")), "at least /8");
        refused(routes(Map.of("to", "2000::/3", "via", "10.77.1.254")), "other address family");
        refused(routes(Map.of("to", "127.0.0.0/8", "via", "10.77.1.254")), "for the host itself");
        refused(routes(Map.of("to", "224.0.0.0/8", "via", "10.77.1.254")), "for groups");
        refused(routes(Map.of("to", "fd00::/64", "via", "10.77.1.254")), "other address family");
        refused(routes(Map.of("via", "10.77.1.254")), "no destination");
        refused(
                routes(
                        Map.of("to", "10.9.0.0/16", "via", "10.77.1.254"),
                        Map.of("to", "10.9.0.0/16", "via", "10.77.1.2")),
                "the same metric");
        refused(Map.of("dnsServers", List.of("ns.example")), "ns.example");
        refused(Map.of("dnsSearch", List.of("a b")), "is not a domain");
        refused(Map.of("profile", "fast"), "neither");
        admin.api().get(path()).then().header("ETag", "\"0\"");
    }

    @Test
    void theFormTakesLinesAndSaysWhatIsWrongWithThem() {
        cluster.pool(tenant, partition, "10.77.1.0/24");
        Browser ada = Browser.of("ada");
        String page = "/partitions/" + partition + "/host";

        var refused = ada.send(
                ada.get(page), "main form", Map.of("routes", "10.9.0.0/16 through 10.77.1.254", "profile", "ipoib"));
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(Browser.parse(refused).select("#error-summary").text()).contains("is not a route");
        assertThat(Browser.parse(refused).select("textarea[name=routes]").text())
                .isEqualTo("10.9.0.0/16 through 10.77.1.254");

        var saved = ada.send(
                ada.get(page),
                "main form",
                Map.of("routes", "10.9.0.0/16 via 10.77.1.254 metric 50\r\n", "profile", "ipoib"));
        assertThat(saved.statusCode()).isEqualTo(303);
        assertThat(ada.get("/partitions/" + partition).text()).contains("10.9.0.0/16 via 10.77.1.254 metric 50");
    }

    /** Whose it is, is not said; and the other tenant is not kept from what it has. */
    @Test
    void noRouteLeadsIntoANetworkThatANodeHasForSomebodyElse() {
        UUID bob = world.tenant("Brackwater");
        UUID theirs = cluster.partition(bob, fabric, "brackwater-a");
        cluster.grant(bob, n101);
        cluster.pool(bob, theirs, "10.9.0.0/24");
        cluster.member(theirs, Map.of("node", "n101", "membership", "full")).statusCode(201);
        cluster.pool(tenant, partition, "10.77.1.0/24");
        add(Map.of("node", "n101", "membership", "full")).statusCode(201);

        Map<String, Object> theft = routes(
                Map.of("to", "10.9.0.0/25", "via", "10.77.1.9"), Map.of("to", "10.9.0.128/25", "via", "10.77.1.9"));
        put(0, theft)
                .statusCode(409)
                .body("type", endsWith("network-overlap"))
                .body("destination", equalTo("10.9.0.0/25"))
                .body("detail", not(containsString("rackwater")));
        put(0, Map.of("routes", List.of(Map.of("to", "10.9.0.0/25", "via", "10.77.1.9")), "sourceRouting", true))
                .statusCode(409)
                .body("type", endsWith("network-overlap"));
        admin.api().get(path()).then().header("ETag", "\"0\"").body("routes", empty());

        put(0, routes(Map.of("to", "10.30.0.0/16", "via", "10.77.1.9"))).statusCode(200);
        operator.api()
                .body(Map.of("partition", theirs, "name", "late", "prefix", "10.30.4.0/24"))
                .post("/api/v1/pools")
                .then()
                .statusCode(409)
                .body("type", endsWith("network-overlap"));
    }

    /** Also with two tenants' routes to the same place: which of them the packets take would be luck. */
    @Test
    void noRouteLeadsWhereAnotherTenantsRouteOfTheNodeLeads() {
        UUID bob = world.tenant("Brackwater");
        UUID theirs = cluster.partition(bob, fabric, "brackwater-a");
        cluster.grant(bob, n101);
        cluster.pool(bob, theirs, "10.9.0.0/24");
        cluster.member(theirs, Map.of("node", "n101", "membership", "full")).statusCode(201);
        operator.api()
                .header("If-Match", "\"0\"")
                .body(routes(Map.of("to", "10.40.0.0/16", "via", "10.9.0.9")))
                .put("/api/v1/partitions/" + theirs + "/host-settings")
                .then()
                .statusCode(200);
        cluster.pool(tenant, partition, "10.77.1.0/24");
        add(Map.of("node", "n101", "membership", "full")).statusCode(201);

        put(0, routes(Map.of("to", "10.40.7.0/24", "via", "10.77.1.9")))
                .statusCode(409)
                .body("detail", not(containsString("rackwater")));
        put(0, routes(Map.of("to", "10.41.7.0/24", "via", "10.77.1.9"))).statusCode(200);
    }

    @Test
    void aMemberDoesNotBringARouteIntoANetworkOfItsNode() {
        UUID bob = world.tenant("Brackwater");
        UUID theirs = cluster.partition(bob, fabric, "brackwater-a");
        cluster.grant(bob, n101);
        cluster.pool(bob, theirs, "10.9.0.0/24");
        cluster.member(theirs, Map.of("node", "n101", "membership", "full")).statusCode(201);
        cluster.pool(tenant, partition, "10.77.1.0/24");
        put(0, routes(Map.of("to", "10.9.0.0/16", "via", "10.77.1.9"))).statusCode(200);

        add(Map.of("node", "n101", "membership", "full"))
                .statusCode(409)
                .body("type", endsWith("network-overlap"))
                .body("detail", containsString("10.9.0.0/16"));
        add(Map.of("node", "n102", "membership", "full")).statusCode(201);
    }

    @Test
    void anotherTenantsPartitionIsNotThere() {
        var stranger = world.tenantAdmin("bob", world.tenant("Brackwater"));

        stranger.api().get(path()).then().statusCode(404);
        stranger.api()
                .header("If-Match", "\"0\"")
                .body(Map.of())
                .put(path())
                .then()
                .statusCode(404);
    }
}
