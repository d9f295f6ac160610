package dev.ibportal.portal.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import dev.ibportal.types.Guid;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@SuppressWarnings("NullAway.Init")
class NodesTest {
    private static final String GUID = "0x02a1f00300000101";

    @Inject
    World world;

    @Inject
    PortService ports;

    @Inject
    FabricDb db;

    private Person operator;
    private Cluster cluster;
    private UUID aldermoor;
    private UUID brackwater;
    private UUID fabric;
    private UUID n101;

    @BeforeEach
    void aNodeOfTwoTenants() {
        world.reset();
        operator = world.operator("root");
        cluster = new Cluster(operator);
        aldermoor = world.tenant("Aldermoor");
        brackwater = world.tenant("Brackwater");
        fabric = cluster.fabric("ib");
        n101 = cluster.node("n101", fabric, GUID, aldermoor);
        cluster.grant(brackwater, n101);
    }

    /** Of a key that is there twice each parser takes another one. */
    @Test
    void noKeyIsThereTwice() {
        String body = operator.api().get("/api/v1/nodes/{id}", n101).asString();

        ObjectMapper strict = new ObjectMapper().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
        assertThatCode(() -> strict.readTree(body)).doesNotThrowAnyException();
    }

    @Test
    void bothViewsOfAPortStandSideBySide() {
        world.execute("""
                INSERT INTO port_status (port_id, seen_at, present, hca, port_num, state, pkeys)
                SELECT id, now(), true, 'mlx5_0', 1, 'active', '{65535,32769,0}' FROM port""");
        world.execute(
                "INSERT INTO port_fabric_view (port_id, seen_at, capacity, pkeys) SELECT id, now(), 128, '{65535}' FROM port");

        operator.api()
                .get("/api/v1/nodes/{id}", n101)
                .then()
                .statusCode(200)
                .body("name", equalTo("n101"))
                .body("state", equalTo("invited"))
                .body("ports[0].guid", equalTo(GUID))
                .body("ports[0].node.state", equalTo("active"))
                .body("ports[0].node.pkeys", contains("0xffff", "0x8001"))
                .body("ports[0].fabricView.pkeys", contains("0xffff"))
                .body("ports[0].fabricView.capacity", equalTo(128))
                .body("operator.tenants.name", contains("Aldermoor", "Brackwater"));

        world.tenantAdmin("ada", aldermoor)
                .api()
                .get("/api/v1/nodes/{id}", n101)
                .then()
                .statusCode(200)
                .body("ports[0].node.state", equalTo("active"))
                .body("ports[0].node.pkeys", nullValue())
                .body("ports[0].fabricView.pkeys", nullValue())
                .body("operator", nullValue());
    }

    @Test
    void aTenantSeesItsOwnInterfacesOfGrantedNodesOnly() {
        UUID a = cluster.partition(aldermoor, fabric, "aldermoor-a");
        UUID b = cluster.partition(brackwater, fabric, "brackwater-a");
        cluster.member(a, Map.of("node", "n101", "membership", "full")).statusCode(201);
        cluster.member(b, Map.of("node", "n101", "membership", "full")).statusCode(201);
        cluster.node("n102", fabric, "0x02a1f00300000102", aldermoor);

        Person admin = world.tenantAdmin("brack", brackwater);
        admin.api().get("/api/v1/nodes").then().body("items.name", contains("n101"));
        admin.api()
                .get("/api/v1/nodes/{id}", n101)
                .then()
                .body("interfaces.partition.name", contains("brackwater-a"))
                .body("interfaces.pkey", contains("0x8002"));
        admin.api().get("/api/v1/nodes/{id}/inventory", n101).then().statusCode(403);
        operator.api().get("/api/v1/nodes/{id}", n101).then().body("interfaces", hasSize(2));
        operator.api().queryParam("search", "00102").get("/api/v1/nodes").then().body("items.name", contains("n102"));
        operator.api().queryParam("search", "N10").get("/api/v1/nodes").then().body("items", hasSize(2));
    }

    @Test
    void aGrantCannotGoWhileItIsUsed() {
        UUID a = cluster.partition(aldermoor, fabric, "aldermoor-a");
        String member = cluster.member(a, Map.of("node", "n101", "membership", "full"))
                .statusCode(201)
                .extract()
                .path("id");

        // What nobody was ever told is absent without proof, and gone in a moment.
        world.execute("UPDATE interface_status SET sent_generation = 1");
        world.execute("UPDATE membership_status SET sent_generation = 1");

        revoke(aldermoor).statusCode(409).body("detail", containsString("1 memberships, 0 being removed, 0 addresses"));
        operator.api()
                .delete("/api/v1/partitions/{p}/members/{m}", a, member)
                .then()
                .statusCode(202);
        revoke(aldermoor).statusCode(409).body("detail", containsString("0 memberships, 1 being removed"));

        world.execute("UPDATE absence SET node_absent_at = now(), fabric_absent_at = now()");
        world.execute("SELECT close_absences((SELECT array_agg(id) FROM absence))");
        revoke(aldermoor).statusCode(204);
        revoke(aldermoor).statusCode(204);
        assertThat(world.count("node_grant", "true")).isOne();
        assertThat(world.count("audit_event", "action = 'node.revoke'")).isOne();
    }

    private io.restassured.response.ValidatableResponse revoke(UUID tenant) {
        return operator.api()
                .delete("/api/v1/tenants/{t}/nodes/{n}", tenant, n101)
                .then();
    }

    @Test
    void onlyOperatorsRegisterAndGrant() {
        Person admin = world.tenantAdmin("ada", aldermoor);
        admin.api().body(Map.of("name", "mine")).post("/api/v1/nodes").then().statusCode(403);
        admin.api().body(Map.of("name", "mine")).post("/api/v1/fabrics").then().statusCode(403);
        admin.api().put("/api/v1/tenants/{t}/nodes/{n}", aldermoor, n101).then().statusCode(403);
        admin.api()
                .body(Map.of("guid", GUID))
                .post("/api/v1/nodes/{id}/ports", n101)
                .then()
                .statusCode(403);
    }

    @Test
    void namesAreThereOnce() {
        operator.api()
                .body(Map.of("name", "N101"))
                .post("/api/v1/nodes")
                .then()
                .statusCode(409)
                .body("detail", containsString("a node named \"N101\"".replace("a node", "A node")));
        operator.api()
                .body(Map.of("name", "n103", "roles", List.of("chief")))
                .post("/api/v1/nodes")
                .then()
                .statusCode(422)
                .body("detail", containsString("chief"));
    }

    @Test
    void portsAreLearnedFromReports() {
        Guid mine = Guid.parse(GUID);
        Guid fresh = Guid.parse("0x02a1f00300000199");
        UUID n102 = cluster.node("n102");

        PortService.Learned learned =
                db.write(c -> ports.learn(c, n102, List.of(mine, fresh, fresh), Actor.system("test")));

        assertThat(learned.registered()).containsExactly(fresh);
        assertThat(learned.foreign()).containsExactly("port " + GUID + " is registered for n101");
        assertThat(world.strings("SELECT registered_by FROM port WHERE node_id = ?", n102))
                .containsExactly("daemon");
        assertThat(world.strings("SELECT actor_name FROM audit_event WHERE object_name = ?", fresh.toString()))
                .containsExactly("system:test");
    }

    @Test
    void withTwoFabricsAPersonHasToSay() {
        cluster.fabric("other");
        UUID n102 = cluster.node("n102");
        Guid fresh = Guid.parse("0x02a1f00300000199");

        assertThat(db.write(c -> ports.learn(c, n102, List.of(fresh), Actor.system("test")))
                        .homeless())
                .containsExactly(fresh);
        assertThat(db.write(c -> ports.learn(c, n101, List.of(fresh), Actor.system("test")))
                        .registered())
                .containsExactly(fresh);
        operator.api()
                .body(Map.of("guid", "0x77"))
                .post("/api/v1/nodes/{id}/ports", n102)
                .then()
                .statusCode(422)
                .body("detail", containsString("which fabric"));
    }

    @Test
    void withoutAGrantTheListIsEmpty() {
        world.tenantAdmin("cind", world.tenant("Cinderfell"))
                .api()
                .get("/api/v1/nodes")
                .then()
                .body("items", empty());
    }
}
