package dev.ibportal.portal.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class PartitionsTest extends PartitionTestBase {
    @Test
    void theLowestFreePKeyIsTaken() {
        admin.api()
                .body(Map.of("fabric", "ib", "name", "second"))
                .post("/api/v1/partitions")
                .then()
                .statusCode(201)
                .header("ETag", "\"0\"")
                .body("pkey", equalTo("0x8002"))
                .body("state", equalTo("allocated"))
                .body("ibMtu", equalTo(2048))
                .body("effectiveMtu", equalTo(2044))
                .body("tenant.name", equalTo("Aldermoor"));
    }

    @Test
    void aNameIsThereOncePerTenantAndFabric() {
        create("ALDERMOOR-A").statusCode(409).body("detail", containsString("a partition named \"ALDERMOOR-A\""));
        assertThat(world.count("pkey_slot", "state = 'taken'")).isOne();
        Person other = world.tenantAdmin("brack", world.tenant("Brackwater"));
        other.api()
                .body(Map.of("fabric", "ib", "name", "aldermoor-a"))
                .post("/api/v1/partitions")
                .then()
                .statusCode(201);
    }

    private io.restassured.response.ValidatableResponse create(String name) {
        return admin.api()
                .body(Map.of("fabric", "ib", "name", name))
                .post("/api/v1/partitions")
                .then();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"name": "x"}                                             | fabric is missing
            {"name": "x", "fabric": "nowhere"}                        | there is no fabric "nowhere"
            {"fabric": "ib"}                                          | name is missing
            {"name": " ", "fabric": "ib"}                             | must not be blank
            {"name": "x", "fabric": "ib", "ibMtu": 1500}              | InfiniBand MTU 1500
            {"name": "x", "fabric": "ib", "ipMtu": 0}                 | MTU 0
            {"name": "x", "fabric": "ib", "ipMtu": 2045}              | MTU 2045
            {"name": "x", "fabric": "ib", "mode": "Datagram"}         | Datagram
            {"name": "x", "fabric": "ib", "defaultMembership": "f"}   | "f"
            """)
    void refusesWhatCannotBe(String form, String message) {
        admin.api()
                .body(form)
                .post("/api/v1/partitions")
                .then()
                .statusCode(422)
                .body("detail", containsString(message));
        assertThat(world.count("partition", "true")).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"ibMtu\": 4096}", "{\"ipoib\": false}"})
    void theBroadcastGroupIsFrozen(String change) {
        patch(partitionPath(), change).statusCode(409).body("detail", containsString("broadcast group"));
    }

    @Test
    void aPKeyIsForLife() {
        patch(partitionPath(), "{\"pkey\": \"0x8009\"}").statusCode(409).body("detail", containsString("for life"));
        patch(partitionPath(), "{\"pkey\": \"0x0001\", \"name\": \"renamed\"}")
                .statusCode(200)
                .body("name", equalTo("renamed"))
                .body("pkey", equalTo("0x8001"));
    }

    @Test
    void changesNeedTheStateTheyWereMadeFor() {
        admin.api().body("{\"name\": \"x\"}").patch(partitionPath()).then().statusCode(428);
        admin.api()
                .header("If-Match", "\"5\"")
                .body("{\"name\": \"x\"}")
                .patch(partitionPath())
                .then()
                .statusCode(412);
        patch(partitionPath(), "{\"name\": \"x\", \"description\": null}")
                .statusCode(200)
                .header("ETag", "\"1\"");
        assertThat(world.strings("SELECT after->>'name' FROM audit_event WHERE action = 'partition.update'"))
                .containsExactly("x");
    }

    @Test
    void ipv6NeedsItsMtu() {
        UUID small = UUID.fromString(admin.api()
                .body(Map.of("fabric", "ib", "name", "small", "ibMtu", 1024))
                .post("/api/v1/partitions")
                .then()
                .statusCode(201)
                .extract()
                .path("id"));
        admin.api()
                .body(Map.of("partition", small.toString(), "name", "v6", "prefix", "fd00:77::/64"))
                .post("/api/v1/pools")
                .then()
                .statusCode(409)
                .body("detail", containsString("IPv6 needs at least 1280"));
        cluster.pool(tenant, partition, "fd00:77::/64");
        patch(partitionPath(), "{\"ipMtu\": 1279}").statusCode(422).body("detail", containsString("MTU 1279"));
    }

    @Test
    void theEndOfAPartitionIsShownBeforeAndStartsWithAllItOwns() {
        UUID pool = cluster.pool(tenant, partition, "10.77.1.0/29");
        add(Map.of("node", "n101", "membership", "full")).statusCode(201);
        cluster.ask(pool, Map.of("note", "printer")).statusCode(201);
        world.execute("UPDATE node_status SET state = 'unreachable' WHERE node_id = ?", n101);
        // What no host was ever told is absent without proof, and gone in a moment.
        world.execute("UPDATE interface_status SET sent_generation = 1");
        world.execute("UPDATE membership_status SET sent_generation = 1");

        admin.api()
                .get(partitionPath() + "/removal")
                .then()
                .statusCode(200)
                .body("members.node.name", contains("n101"))
                .body("pools.addresses", contains(2))
                .body("notes[0]", containsString("n101 is unreachable: 0x8001"));
        admin.api().delete(partitionPath()).then().statusCode(202).body("state", equalTo("retiring"));

        assertThat(world.strings("SELECT host(ip) FROM address")).containsExactly("10.77.1.1");
        assertThat(world.strings("SELECT action || ' ' || object_name FROM audit_event"
                        + " WHERE request_id = (SELECT max(request_id::text)::uuid FROM audit_event WHERE action = 'partition.remove')"
                        + " ORDER BY id"))
                .containsExactly(
                        "partition.remove aldermoor-a (0x8001)",
                        "member.remove n101 in aldermoor-a (0x8001)",
                        "pool.delete 10.77.1.0/29 10.77.1.0/29",
                        "address.release 10.77.1.1",
                        "address.release 10.77.1.2");
        add(Map.of("node", "n102", "membership", "full"))
                .statusCode(409)
                .body("detail", containsString("being removed"));
        cluster.ask(pool, Map.of()).statusCode(409).body("detail", containsString("being removed"));
        admin.api().delete(partitionPath()).then().statusCode(409);
        admin.api()
                .body(Map.of("fabric", "ib", "name", "aldermoor-a"))
                .post("/api/v1/partitions")
                .then()
                .statusCode(201)
                .body("pkey", equalTo("0x8002"));
    }

    @Test
    void strangersSeeNothing() {
        Person stranger = world.tenantAdmin("brack", world.tenant("Brackwater"));
        String unknown = "/api/v1/partitions/" + UUID.randomUUID();

        stranger.api().get(partitionPath()).then().statusCode(404);
        stranger.api().get(unknown).then().statusCode(404);
        stranger.api().delete(partitionPath()).then().statusCode(404);
        stranger.api().get("/api/v1/partitions").then().body("items", empty());
        stranger.api().get("/api/v1/fabrics").then().body("items.name", contains("ib"));
        assertThat(world.string("SELECT state FROM partition_status")).isEqualTo("allocated");
    }

    @Test
    void plannersOnlyRead() {
        Person planner = world.planner("paul", tenant);
        planner.api().get(partitionPath()).then().statusCode(200);
        planner.api().delete(partitionPath()).then().statusCode(403);
        planner.api()
                .body(Map.of("fabric", "ib", "name", "x"))
                .post("/api/v1/partitions")
                .then()
                .statusCode(403);
    }

    @Test
    void searchFindsNamesAndPKeys() {
        create("Brücke").statusCode(201);
        search("0x0002").body("items.name", contains("Brücke"));
        search("BRÜ").body("items.name", contains("Brücke"));
        search("aldermoor").body("items.pkey", contains("0x8001"));
        search("nothing").body("items", empty());
        search("brücke").body("items.name", not(empty()));
    }

    private io.restassured.response.ValidatableResponse search(String text) {
        return admin.api()
                .queryParam("search", text)
                .get("/api/v1/partitions")
                .then()
                .statusCode(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"limit=0", "limit=501", "sort=colour", "cursor=abc", "cursor=eyJzb3J0IjoibmFtZSJ9"})
    void refusesUnreadablePages(String query) {
        admin.api().get("/api/v1/partitions?" + query).then().statusCode(400);
    }
}
