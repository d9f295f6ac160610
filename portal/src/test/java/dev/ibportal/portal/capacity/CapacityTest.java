package dev.ibportal.portal.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is left, by the numbers that the database has, and who is told of it. */
@QuarkusTest
class CapacityTest {
    @Inject
    World world;

    @Inject
    CapacityService capacity;

    @Inject
    FabricDb db;

    private Person operator = new Person(UUID.randomUUID(), "", "");
    private Person member = operator;
    private UUID tenant = UUID.randomUUID();
    private UUID fabric = tenant;

    @BeforeEach
    void aFabricWithTwoNodes() {
        world.reset();
        operator = world.operator("root");
        tenant = world.tenant("=Aldermoor");
        member = world.planner("pat", tenant);
        Cluster cluster = new Cluster(operator);
        fabric = cluster.fabric("ib");
        UUID other = world.tenant("Brackwater");
        UUID partition = cluster.partition(tenant, fabric, "weather");
        UUID pool = cluster.pool(tenant, partition, "10.77.0.0/28");
        cluster.pool(other, cluster.partition(other, fabric, "theirs"), "10.78.0.0/24");
        cluster.node("n101", fabric, "0x0002c90300000101", tenant);
        cluster.node("n102", fabric, "0x0002c90300000102", tenant);
        cluster.member(partition, Map.of("node", "n101", "membership", "full")).statusCode(201);
        cluster.ask(pool, Map.of()).statusCode(201);
        world.execute("INSERT INTO port_fabric_view (port_id, seen_at, capacity, pkeys)"
                + " SELECT id, now(), 3, '{65535}' FROM port WHERE guid = '0x0002c90300000101'");
    }

    @Test
    void operatorsSeeWhatAFabricHasLeft() {
        operator.api()
                .get("/api/v1/capacity")
                .then()
                .statusCode(200)
                .body("fabrics", hasSize(1))
                .body("fabrics[0].pkeys.used", equalTo(2))
                .body("fabrics[0].pkeys.free", equalTo(32764))
                .body("fabrics[0].ports.ports", equalTo(2))
                .body("fabrics[0].ports.known", equalTo(1))
                .body("fabrics[0].ports.slots", equalTo(3))
                .body("fabrics[0].ports.used", equalTo(2))
                .body("fabrics[0].ports.full", equalTo(0))
                .body("fabrics[0].ports.fullest.node.name", contains("n101"))
                .body("fabrics[0].addresses[0].used", equalTo(2))
                .body("fabrics[0].addresses[0].capacity", equalTo(14 + 254))
                .body("pools.prefix", contains("10.77.0.0/28", "10.78.0.0/24"));
    }

    @Test
    void tenantsSeeTheirOwnPoolsAlone() {
        member.api()
                .get("/api/v1/capacity")
                .then()
                .statusCode(200)
                .body("fabrics", empty())
                .body("pools.prefix", contains("10.77.0.0/28"));
        member.api()
                .get("/api/v1/capacity/what-if?fabric=ib&nodes=1&partitions=1")
                .then()
                .statusCode(403);
    }

    @Test
    void aNewTenantFitsOrNot() {
        String path = "/api/v1/capacity/what-if?fabric=ib&nodes=";
        operator.api()
                .get(path + "1&partitions=1")
                .then()
                .statusCode(200)
                .body("fits", equalTo(true))
                .body("unknown", equalTo(1));
        operator.api()
                .get(path + "1&partitions=2")
                .then()
                .body("fits", equalTo(false))
                .body("limits[0].kind", equalTo("nodes"))
                .body("limits[0].there", equalTo(0));
        operator.api()
                .get(path + "0&partitions=40000")
                .then()
                .body("fits", equalTo(false))
                .body("limits[0].kind", equalTo("pkeys"));
        operator.api().get(path + "x&partitions=1").then().statusCode(400);
        operator.api().get("/api/v1/capacity/what-if?fabric=ib").then().statusCode(422);
    }

    @Test
    void eachDayHasOneNumberAndFromSevenOnAForecast() {
        db.run(capacity::keep);
        db.run(capacity::keep);
        assertThat(world.count("capacity_day", "kind = 'pkeys' AND used = 2 AND total = 32766"))
                .isEqualTo(1);
        operator.api()
                .get("/api/v1/capacity")
                .then()
                .body("fabrics[0].trends[0].days", hasSize(1))
                .body("fabrics[0].trends[0].forecast", nullValue());

        world.execute("INSERT INTO capacity_day (fabric_id, kind, day, used, total)"
                + " SELECT fabric_id, kind, day - g, 100 - g, 32766 FROM capacity_day, generate_series(1, 9) g"
                + " WHERE kind = 'pkeys'");
        world.execute("UPDATE capacity_day SET used = 100 WHERE kind = 'pkeys' AND used = 2");
        operator.api()
                .get("/api/v1/capacity")
                .then()
                .body("fabrics[0].trends[0].days", hasSize(10))
                .body("fabrics[0].trends[0].forecast.perDay", equalTo(1.0f))
                .body("fabrics[0].trends[0].forecast.days", nullValue());
        world.execute("UPDATE capacity_day SET total = 150 WHERE kind = 'pkeys'");
        operator.api().get("/api/v1/capacity").then().body("fabrics[0].trends[0].forecast.days", equalTo(50));
        assertThat(Browser.of("root").open("/capacity").asString()).contains("Full in about 50 days", "Theil-Sen");
    }

    @Test
    void numbersAreExportedAndNoFormulas() {
        String csv = RestAssured.given()
                .header("Authorization", "Bearer " + operator.token())
                .get("/api/v1/capacity/csv")
                .asString();

        assertThat(csv.lines())
                .contains(
                        "scope,name,kind,used,total",
                        "fabric,ib,pkeys,2,32766",
                        "fabric,ib,slots,2,3",
                        "pool,'=Aldermoor / 10.77.0.0/28,10.77.0.0/28,2,14");
    }

    @Test
    void thePageAnswersTheQuestion() {
        Browser browser = Browser.of("root");
        assertThat(browser.open("/capacity").asString()).contains("32764 free", "n101");
        assertThat(browser.open("/capacity?fabric=" + fabric + "&nodes=1&partitions=1")
                        .asString())
                .contains("It fits.", "Of 1 more nodes");
        assertThat(browser.open("/capacity?fabric=" + fabric + "&nodes=1&partitions=2")
                        .asString())
                .contains("It does not fit.");
        assertThat(browser.open("/capacity/csv").asString()).contains("scope,name,kind");
        assertThat(Browser.of("pat").open("/capacity").asString())
                .contains("10.77.0.0/28")
                .doesNotContain("10.78.0.0/24", "32764");
    }
}
