package dev.ibportal.portal.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All PKeys of a fabric at a glance, and single ones kept back. */
@QuarkusTest
class PKeyMapTest {
    @Inject
    World world;

    private Person operator = new Person(UUID.randomUUID(), "", "");
    private UUID tenant = UUID.randomUUID();
    private UUID fabric = UUID.randomUUID();
    private String path = "";

    @BeforeEach
    void aFabricWithOnePartition() {
        world.reset();
        operator = world.operator("root");
        tenant = world.tenant("Aldermoor");
        Cluster cluster = new Cluster(operator);
        fabric = cluster.fabric("ib");
        cluster.partition(tenant, fabric, "weather");
        path = "/api/v1/fabrics/" + fabric + "/pkeys";
    }

    @Test
    void blocksAndKeysAddUp() {
        operator.api()
                .get(path)
                .then()
                .statusCode(200)
                .body("blocks", hasSize(128))
                .body("blocks[0].taken", equalTo(1))
                .body("blocks[0].free", equalTo(254))
                .body("blocks.free.sum()", equalTo(32765))
                .body("blocks[127].last", equalTo("0xffff"));
        operator.api()
                .get(path + "?block=0")
                .then()
                .body("keys", hasSize(256))
                .body("keys[0].state", equalTo("never"))
                .body("keys[1].state", equalTo("taken"))
                .body("keys[1].partition.name", equalTo("weather"))
                .body("keys[1].tenant.name", equalTo("Aldermoor"))
                .body("keys[2].state", equalTo("free"));
        operator.api().get(path + "?block=127").then().body("keys[255].state", equalTo("never"));
        operator.api().get(path + "?block=128").then().statusCode(400);
    }

    @Test
    void aReservedKeyIsGivenToNobody() {
        operator.api()
                .body(Map.of("reason", "storage of the old cluster"))
                .put(path + "/0x8002/reservation")
                .then()
                .statusCode(200)
                .body("state", equalTo("reserved"))
                .body("reason", equalTo("storage of the old cluster"));

        assertThat(pkey(Map.of("name", "next"))).isEqualTo("0x8003");
        operator.apiFor(tenant)
                .body(Map.of("fabric", fabric.toString(), "name", "chosen", "pkey", "0x8002"))
                .post("/api/v1/partitions")
                .then()
                .statusCode(409);
        operator.api()
                .body(Map.of("reason", "again"))
                .put(path + "/0x8002/reservation")
                .then()
                .statusCode(409);
        operator.api()
                .body(Map.of("reason", "x"))
                .put(path + "/0x8001/reservation")
                .then()
                .statusCode(409);
        operator.api().body(Map.of()).put(path + "/0x8009/reservation").then().statusCode(422);
        operator.api()
                .body(Map.of("reason", "x"))
                .put(path + "/0xffff/reservation")
                .then()
                .statusCode(422);

        operator.api()
                .delete(path + "/0x8002/reservation")
                .then()
                .statusCode(200)
                .body("state", equalTo("free"));
        operator.api().delete(path + "/0x8002/reservation").then().statusCode(409);
        assertThat(pkey(Map.of("name", "after"))).isEqualTo("0x8002");
        assertThat(
                        world.strings(
                                "SELECT action FROM audit_event WHERE object_kind = 'pkey' AND outcome = 'success' ORDER BY id"))
                .containsExactly("pkey.reserve", "pkey.unreserve");
    }

    @Test
    void keptRangesAreGivenToNobodyOrToWhoAsksForThatKey() {
        String etag =
                operator.api().get("/api/v1/fabrics/" + fabric).then().extract().header("ETag");
        operator.api()
                .header("If-Match", etag)
                .body(Map.of(
                        "name",
                        "ib",
                        "pkeyLast",
                        "0x8007",
                        "reservedPkeys",
                        List.of("0x8002 - 0x8003"),
                        "requestOnlyPkeys",
                        List.of("0x8005 - 0x8006")))
                .put("/api/v1/fabrics/" + fabric)
                .then()
                .statusCode(200);

        assertThat(pkey(Map.of("name", "second"))).isEqualTo("0x8004");
        assertThat(pkey(Map.of("name", "third"))).isEqualTo("0x8007");
        chosen("reserved", "0x8003", 409);
        operator.apiFor(tenant)
                .body(Map.of("fabric", fabric.toString(), "name", "none left"))
                .post("/api/v1/partitions")
                .then()
                .statusCode(409)
                .body("detail", containsString("no free PKey in the automatic range"));
        chosen("on request", "0x8005", 201);
        operator.api()
                .delete(path + "/0x8003/reservation")
                .then()
                .statusCode(409)
                .body("type", containsString("pkey-kept"))
                .body("detail", containsString("by a reserved range of the fabric"));
        assertThat(world.strings("SELECT to_hex(pkey) FROM pkey_slot WHERE state = 'taken' ORDER BY pkey"))
                .containsExactly("1", "4", "5", "7");
    }

    @Test
    void aChangeLeavesWhatItDoesNotNameAsItIs() {
        String path = "/api/v1/fabrics/" + fabric;
        operator.api()
                .body(Map.of("name", "manager", "roles", List.of("subnet-manager")))
                .post("/api/v1/nodes")
                .then()
                .statusCode(201);
        change(Map.of("name", "ib", "smNode", "manager", "removalApproval", true, "quarantineSeconds", 7));
        change(Map.of("name", "renamed"));

        operator.api()
                .get(path)
                .then()
                .body("name", equalTo("renamed"))
                .body("smNode.name", equalTo("manager"))
                .body("removalApproval", equalTo(true))
                .body("quarantineSeconds", equalTo(7));

        change(Map.of("name", "renamed", "smNode", "", "removalApproval", false));
        operator.api().get(path).then().body("smNode", nullValue()).body("removalApproval", equalTo(false));
    }

    private void change(Map<String, Object> body) {
        String path = "/api/v1/fabrics/" + fabric;
        String etag = operator.api().get(path).then().extract().header("ETag");
        operator.api().header("If-Match", etag).body(body).put(path).then().statusCode(200);
    }

    private void chosen(String name, String pkey, int status) {
        operator.apiFor(tenant)
                .body(Map.of("fabric", fabric.toString(), "name", name, "pkey", pkey))
                .post("/api/v1/partitions")
                .then()
                .statusCode(status);
    }

    private String pkey(Map<String, String> form) {
        return operator.apiFor(tenant)
                .body(Map.of("fabric", fabric.toString(), "name", form.get("name")))
                .post("/api/v1/partitions")
                .then()
                .statusCode(201)
                .extract()
                .path("pkey");
    }

    @Test
    void thePageLeadsFromBlockToKeyToPartition() {
        Browser browser = Browser.of("root");
        String page = "/fabrics/" + fabric + "/pkeys";

        assertThat(browser.open(page).asString()).contains("block=0\"", "0x8000 to 0x80ff: 254 free");
        assertThat(browser.open(page + "?block=0").asString())
                .contains("0x8001: taken, weather (Aldermoor)", "0x8002: free");
        assertThat(browser.open(page + "?key=0x8002").asString())
                .contains("/partitions/new?fabric=" + fabric + "&amp;pkey=0x8002");
        browser.post(page, Map.of("what", "reserve", "pkey", "0x8002", "reason", "old cluster"))
                .then()
                .statusCode(303);
        assertThat(browser.open(page + "?key=0x8002").asString()).contains("old cluster", "Let go");
    }
}
