package dev.ibportal.portal.ipam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;

import dev.ibportal.portal.platform.db.FabricDb;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Ranges, exclusions, prefix and reservations of a pool that has living addresses. */
@QuarkusTest
class PoolShapesTest extends IpamTestBase {
    @Inject
    ReservationEndsSql ends;

    @Inject
    FabricDb db;

    @Inject
    Clock clock;

    private ValidatableResponse resize(UUID pool, String prefix) {
        String path = "/api/v1/pools/" + pool;
        return operator.api()
                .header("If-Match", operator.api().get(path).header("ETag"))
                .body(Map.of("prefix", prefix))
                .post(path + "/resize")
                .then();
    }

    private String part(UUID pool, String kind) {
        return operator.api().get("/api/v1/pools/" + pool).path(kind + "[0].id");
    }

    @Test
    void exclusionsByPatternWithReasonsArePartOfThePool() {
        UUID pool = cluster.pool(
                tenant, partition, "10.77.1.0/24", Map.of("exclusions", List.of("first 10 # routers", "last 5")));

        operator.api()
                .get("/api/v1/pools/" + pool)
                .then()
                .body("capacity", equalTo(239))
                .body("exclusions.text", contains("first 10 # routers", "last 5"))
                .body("exclusions.range", contains("10.77.1.1 - 10.77.1.10", "10.77.1.250 - 10.77.1.254"))
                .body("exclusions[0].reason", equalTo("routers"));
        cluster.ask(pool, Map.of()).statusCode(201).body("ip", equalTo("10.77.1.11"));
        cluster.ask(pool, Map.of("address", "10.77.1.252"))
                .statusCode(409)
                .body("detail", containsString("is excluded"));
        assertNothingLost(pool);
    }

    @Test
    void partsAreChangedAndTakenAwayOneByOne() {
        UUID pool = cluster.pool(
                tenant,
                partition,
                "10.77.1.0/24",
                Map.of("ranges", List.of("10.77.1.10 - 10.77.1.12"), "exclusions", List.of("10.77.1.11")));
        cluster.ask(pool, Map.of("note", "printer")).statusCode(201).body("ip", equalTo("10.77.1.10"));
        String path = "/api/v1/pools/" + pool;

        operator.api()
                .body(Map.of("range", "10.77.1.12 - 10.77.1.20"))
                .put(path + "/ranges/" + part(pool, "ranges"))
                .then()
                .statusCode(409)
                .body("type", equalTo("urn:ibportal:fault:addresses-taken"))
                .body("detail", containsString("10.77.1.10 (printer)"))
                .body("addresses", contains("10.77.1.10 (printer)"));
        operator.api()
                .body(Map.of("range", "10.77.1.10 - 10.77.1.20"))
                .put(path + "/ranges/" + part(pool, "ranges"))
                .then()
                .statusCode(200)
                .body("capacity", equalTo(10));
        operator.api()
                .body(Map.of("range", "10.77.1.10"))
                .put(path + "/exclusions/" + part(pool, "exclusions"))
                .then()
                .statusCode(409)
                .body("detail", containsString("10.77.1.10 (printer)"));
        operator.api()
                .delete(path + "/exclusions/" + part(pool, "exclusions"))
                .then()
                .statusCode(200)
                .body("exclusions", empty())
                .body("capacity", equalTo(11));
        operator.api()
                .delete(path + "/ranges/" + part(pool, "ranges"))
                .then()
                .statusCode(200)
                .body("ranges", empty())
                .body("capacity", equalTo(254));
        operator.api().delete(path + "/ranges/" + UUID.randomUUID()).then().statusCode(404);
        assertNothingLost(pool);
    }

    @Test
    void aPoolGrowsAndShrinksAroundItsAddresses() {
        UUID pool = cluster.pool(tenant, partition, "10.77.0.0/24", Map.of("exclusions", List.of("last 5")));
        cluster.pool(tenant, partition, "10.77.4.0/24");
        cluster.ask(pool, Map.of("address", "10.77.0.200", "note", "printer")).statusCode(201);

        operator.api()
                .get("/api/v1/pools/" + pool + "/resize-preview?prefix=10.77.0.0/25")
                .then()
                .statusCode(200)
                .body("possible", equalTo(false))
                .body("lost", equalTo(1))
                .body("lostFirst", contains("10.77.0.200 (printer)"));
        resize(pool, "10.77.0.0/25").statusCode(409).body("detail", containsString("10.77.0.200 (printer)"));
        resize(pool, "10.77.0.0/21").statusCode(409).body("detail", containsString("10.77.4.0/24"));
        operator.api()
                .get("/api/v1/pools/" + pool + "/resize-preview?prefix=10.77.0.0/21")
                .then()
                .body("obstacles", contains("10.77.0.0/21 overlaps 10.77.4.0/24 of this partition"));
        resize(pool, "10.77.0.0/23")
                .statusCode(200)
                .body("prefix", equalTo("10.77.0.0/23"))
                .body("capacity", equalTo(505))
                .body("exclusions.range", contains("10.77.1.250 - 10.77.1.254"));
        assertNothingLost(pool);
        resize(pool, "10.77.0.192/26").statusCode(200).body("capacity", equalTo(57));
        assertNothingLost(pool);
        assertThat(world.count("audit_event", "action = 'pool.resize' AND outcome = 'success'"))
                .isEqualTo(2);
    }

    @Test
    void hostsGetTheNewLengthAndNoNetworkTwice() {
        UUID pool = cluster.pool(tenant, partition, "10.77.0.0/24");
        UUID other = cluster.partition(tenant, fabric, "aldermoor-b");
        cluster.pool(tenant, other, "10.77.1.0/24");
        cluster.node("n101", fabric, "0x0002c90300000101", tenant);
        cluster.member(partition, Map.of("node", "n101", "membership", "full")).statusCode(201);
        cluster.member(other, Map.of("node", "n101", "membership", "full")).statusCode(201);

        resize(pool, "10.77.0.0/23").statusCode(409).body("detail", containsString("10.77.1.0/24"));
        resize(pool, "10.77.0.0/25").statusCode(200);

        assertThat(world.strings("SELECT prefix FROM node_prefix WHERE pool_id = ?", pool))
                .containsExactly("10.77.0.0/25");
    }

    @Test
    void aReservationEndsUnlessAnInterfaceHasIt() {
        UUID pool = cluster.pool(tenant, partition, "10.77.1.0/24");
        cluster.ask(pool, Map.of("until", "2000-01-01")).statusCode(422).body("detail", containsString("is over"));
        cluster.ask(pool, Map.of("until", "soon")).statusCode(422);
        cluster.ask(pool, Map.of("until", "2999-12-31", "note", "printer"))
                .statusCode(201)
                .body("reservedUntil", equalTo("3000-01-01T00:00:00Z"));
        cluster.ask(pool, Map.of()).statusCode(201);
        cluster.node("n101", fabric, "0x0002c90300000101", tenant);
        cluster.ask(pool, Map.of("node", "n101", "until", "2999-12-31")).statusCode(201);
        cluster.member(partition, Map.of("node", "n101", "membership", "full")).statusCode(201);

        int ended =
                db.write(connection -> ends.clean(connection, clock.instant().plus(Duration.ofDays(400_000)), 100));

        assertThat(ended).isEqualTo(1);
        assertThat(world.strings("SELECT host(ip) FROM address WHERE pool_id = ? ORDER BY ip", pool))
                .containsExactly("10.77.1.2", "10.77.1.3");
        assertThat(world.count("audit_event", "action = 'address.expire'")).isEqualTo(1);
        assertNothingLost(pool);
    }

    @Test
    void aNodeGetsTheSameAddressAgainWhileItIsFree() {
        UUID pool = cluster.pool(tenant, partition, "10.77.1.0/24");
        cluster.node("n101", fabric, "0x0002c90300000101", tenant);
        cluster.node("n102", fabric, "0x0002c90300000102", tenant);
        String low = cluster.ask(pool, Map.of()).extract().path("id");
        String own = cluster.ask(pool, Map.of("node", "n101")).extract().path("id");
        operator.api().delete("/api/v1/addresses/" + low).then().statusCode(204);
        operator.api().delete("/api/v1/addresses/" + own).then().statusCode(204);

        cluster.member(partition, Map.of("node", "n101", "membership", "full"))
                .statusCode(201)
                .body("addresses[0].ip", equalTo("10.77.1.2"));
        cluster.ask(pool, Map.of("node", "n102")).statusCode(201).body("ip", equalTo("10.77.1.1"));
        assertThat(world.strings("SELECT host(ip) || ' ' || node_name FROM address_past ORDER BY ip"))
                .containsExactly("10.77.1.1 ", "10.77.1.2 n101");
    }
}
