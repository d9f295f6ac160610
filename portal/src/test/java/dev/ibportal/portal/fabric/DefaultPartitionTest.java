package dev.ibportal.portal.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.is;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class DefaultPartitionTest {
    private static final String REPORT = """
            {"netdevs": [
              {"name": "ib0", "portGuid": "0x0002c90300000001", "parent": "", "pkey": "0xffff",
               "addresses": ["10.9.0.1/16", "fe80::2/64"]},
              {"name": "ib0.8005", "portGuid": "0x0002c90300000001", "parent": "ib0", "pkey": "0x8005",
               "addresses": ["10.8.0.1/16"]}]}""";

    @Inject
    World world;

    private Person olga;
    private UUID fabric = UUID.randomUUID();

    @BeforeEach
    void threePorts() {
        world.reset();
        olga = world.operator("olga");
        UUID tenant = world.tenant("Aldermoor");
        Cluster cluster = new Cluster(olga);
        fabric = UUID.fromString(olga.api()
                .body(Map.of("name", "east", "defaultMembership", "full"))
                .post("/api/v1/fabrics")
                .then()
                .statusCode(201)
                .extract()
                .path("id"));
        UUID user = cluster.node("n1", fabric, "0x0002c90300000001", tenant);
        cluster.node("n2", fabric, "0x0002c90300000002", tenant);
        cluster.node("n3", fabric, "0x0002c90300000003", tenant);
        UUID manager = cluster.node("sm", fabric, "0x0002c90300000009", tenant);
        world.execute("UPDATE fabric SET sm_node_id = ?", manager);
        table("n1", "{65535,32773}");
        table("n2", "{32767}");
        table("sm", "{65535}");
        world.execute(
                "INSERT INTO node_inventory (node_id, observed_at, sequence, report, netdevs)"
                        + " VALUES (?, now(), 1, ?::jsonb, 2)",
                user,
                REPORT);
    }

    private void table(String node, String pkeys) {
        world.execute(
                "INSERT INTO port_fabric_view (port_id, seen_at, pkeys) SELECT o.id, now(), ?::integer[]"
                        + " FROM port o JOIN node n ON n.id = o.node_id WHERE n.name = ?"
                        + " ON CONFLICT (port_id) DO UPDATE SET pkeys = excluded.pkeys",
                pkeys,
                node);
    }

    @Test
    void openingItNeedsTheNameAndWhatWasReadBeforeIsNotKnownAfterwards() {
        world.execute("UPDATE fabric SET default_membership = 'limited'");
        Map<String, Object> open = Map.of("name", "east", "defaultMembership", "full");
        olga.api()
                .header("If-Match", olga.api().get(path()).header("ETag"))
                .body(open)
                .put(path())
                .then()
                .statusCode(422)
                .body("errors[0].field", is("confirm"));

        olga.api()
                .header("If-Match", olga.api().get(path()).header("ETag"))
                .body(Map.of("name", "east", "defaultMembership", "full", "confirm", "east"))
                .put(path())
                .then()
                .statusCode(200);

        look().body("losers", empty()).body("notKnown.node.name", hasItems("n1", "n2", "n3"));
    }

    private String path() {
        return "/api/v1/fabrics/" + fabric;
    }

    private ValidatableResponse look() {
        return olga.api().get(path() + "/default-partition").then().statusCode(200);
    }

    private ValidatableResponse limit(String digest) {
        return olga.api()
                .body(Map.of("digest", digest))
                .post(path() + "/default-partition/limit")
                .then();
    }

    @Test
    void whoWouldLoseWhatIsListedAndTheStepIsMadeForThatList() {
        String digest = look().body("losers.node.name", contains("n1"))
                .body("losers[0].uses", contains("ib0 10.9.0.1/16"))
                .body("notKnown.node.name", contains("n3"))
                .body("staysFull.node.name", contains("sm"))
                .body("limitedAlready", is(1))
                .extract()
                .path("digest");

        table("n3", "{65535}");
        limit(digest).statusCode(412).body("detail", containsString("now 2 ports are full members"));
        assertThat(world.string("SELECT default_membership FROM fabric")).isEqualTo("full");

        limit(look().extract().path("digest")).statusCode(200).body("membership", is("limited"));
        assertThat(world.string("SELECT default_membership FROM fabric")).isEqualTo("limited");
        assertThat(world.string("SELECT after ->> 'losers' FROM audit_event"
                        + " WHERE action = 'fabric.limit-default-partition'"))
                .contains("0x0002c90300000001", "0x0002c90300000003");
        limit(look().extract().path("digest")).statusCode(409).body("detail", containsString("already"));
    }

    @Test
    void anOrdinaryChangeDoesNotDoItInPassing() {
        String tag = olga.api().get(path()).header("ETag");
        Map<String, Object> form =
                Map.of("name", "east", "smNode", "sm", "defaultMembership", "limited", "quarantineSeconds", 60);
        world.execute("UPDATE node SET roles = '{subnet-manager}' WHERE name = 'sm'");

        olga.api()
                .header("If-Match", tag)
                .body(form)
                .put(path())
                .then()
                .statusCode(409)
                .body("type", containsString("default-partition-step"))
                .body("detail", containsString("1 ports of fabric east"))
                .body("detail", containsString("(n1)"));

        table("n1", "{32767}");
        table("n3", "{32767}");
        look().body("losers", empty());
        olga.api().header("If-Match", tag).body(form).put(path()).then().statusCode(200);
    }

    @Test
    void thePageAsksForTheNameAndShowsTheList() {
        Browser browser = Browser.of("olga");
        var page = browser.get("/fabrics/" + fabric + "/default-partition");
        assertThat(page.text()).contains("n1", "ib0 10.9.0.1/16", "n3");
        String digest = page.select("input[name=digest]").val();

        browser.post("/fabrics/" + fabric + "/default-partition", Map.of("digest", digest, "typed", "west"))
                .then()
                .statusCode(422);
        browser.post("/fabrics/" + fabric + "/default-partition", Map.of("digest", digest, "typed", "east"))
                .then()
                .statusCode(303);
        assertThat(world.string("SELECT default_membership FROM fabric")).isEqualTo("limited");
    }
}
