package dev.ibportal.portal.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

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

/** Nodes are renamed and retired, fabrics deleted: when nothing depends on them any more. */
@QuarkusTest
@SuppressWarnings("NullAway.Init")
class NodeLifeTest {
    @Inject
    World world;

    private Person operator;
    private Cluster cluster;
    private UUID tenant;
    private UUID fabric;
    private UUID node;

    @BeforeEach
    void oneNode() {
        world.reset();
        operator = world.operator("root");
        cluster = new Cluster(operator);
        tenant = world.tenant("Aldermoor");
        fabric = cluster.fabric("ib");
        node = cluster.node("n101", fabric, "0x02a1f00300000101", tenant);
    }

    private String path() {
        return "/api/v1/nodes/" + node;
    }

    @Test
    void isRenamed() {
        String etag = operator.api().get(path()).header("ETag");
        operator.api()
                .header("If-Match", etag)
                .body("{\"name\":\"n901\"}")
                .patch(path())
                .then()
                .statusCode(200)
                .body("name", equalTo("n901"));
        operator.api()
                .header("If-Match", etag)
                .body("{\"name\":\"n902\"}")
                .patch(path())
                .then()
                .statusCode(412);
        cluster.node("n102");
        operator.api()
                .header("If-Match", operator.api().get(path()).header("ETag"))
                .body("{\"name\":\"N102\"}")
                .patch(path())
                .then()
                .statusCode(409)
                .body("type", equalTo("urn:ibportal:fault:node-exists"));
        assertThat(world.count("audit_event", "action = 'node.rename'")).isOne();
    }

    @Test
    void isNotRetiredWhileATenantUsesIt() {
        UUID partition = cluster.partition(tenant, fabric, "weather");
        cluster.member(partition, Map.of("node", "n101", "membership", "full")).statusCode(201);

        operator.api().delete(path()).then().statusCode(409).body("detail", containsString("1 memberships"));
    }

    @Test
    void isRetiredWithItsGrantsAndPortsAndItsNameIsFree() {
        Browser root = Browser.of("root");
        var form = root.get("/nodes/" + node + "/retire");
        assertThat(root.send(form, "form.box", Map.of("typed", "n10")).statusCode())
                .isEqualTo(422);
        assertThat(root.send(form, "form.box", Map.of("typed", "n101")).statusCode())
                .isEqualTo(303);

        operator.api().get(path()).then().body("state", equalTo("retired"));
        assertThat(root.get("/nodes").text()).doesNotContain("n101");
        assertThat(root.get("/nodes/" + node).text()).contains("retired");
        assertThat(world.count("node_grant", "true")).isZero();
        operator.api().delete(path()).then().statusCode(409);
        cluster.node("n101", fabric, "0x02a1f00300000101", tenant);
        operator.api().post(path() + "/enrolment-tokens").then().statusCode(409);
        assertThat(world.count("audit_event", "action = 'node.retire'")).isOne();
    }

    /** A form has room for 1,000 entries: who has more nodes than it shows takes all that match. */
    @Test
    void anyNumberOfNodesIsGrantedAtOnce() {
        world.execute(
                "INSERT INTO node (name, name_key) SELECT 'rack' || g, 'rack' || g FROM generate_series(1, 1500) g");
        world.execute("INSERT INTO node (name, name_key) VALUES ('spare', 'spare')");
        Browser root = Browser.of("root");
        UUID other = world.tenant("Brackwater");
        var page = root.get("/tenants/" + other + "/grant?search=rack");
        assertThat(page.select("input[name=node]")).hasSize(200);
        assertThat(page.select("form.box").text()).contains("1500");

        assertThat(root.send(page, "form.box", Map.of("all", "true")).statusCode())
                .isEqualTo(303);

        assertThat(world.count("node_grant", "tenant_id = ?", other)).isEqualTo(1500);
        assertThat(world.count("audit_event", "action = 'node.grant' AND tenant_id = ?", other))
                .isEqualTo(1500);
        var rest = root.get("/tenants/" + other + "/grant");
        assertThat(rest.select(".picks").text()).contains("spare").doesNotContain("rack");
        assertThat(root.send(rest, "form.box", Map.of()).statusCode()).isEqualTo(422);
    }

    @Test
    void theNodeOfASubnetManagerStaysAndHostsNothing() {
        String sm = operator.api()
                .body(Map.of("name", "sm", "roles", List.of("subnet-manager")))
                .post("/api/v1/nodes")
                .then()
                .statusCode(201)
                .extract()
                .path("id");
        operator.api()
                .body(Map.of("name", "other", "smNode", "sm"))
                .post("/api/v1/fabrics")
                .then()
                .statusCode(201);

        operator.api().delete("/api/v1/nodes/" + sm).then().statusCode(409).body("detail", containsString("other"));
        operator.api()
                .put("/api/v1/tenants/{t}/nodes/{n}", tenant, sm)
                .then()
                .statusCode(409)
                .body("type", equalTo("urn:ibportal:fault:not-a-host"));
        assertThat(Browser.of("root").get("/tenants/" + tenant + "/grant").text())
                .doesNotContain("sm");
        world.execute("INSERT INTO node_grant (tenant_id, node_id) VALUES (?, ?::uuid)", tenant, sm);
        cluster.port(UUID.fromString(sm), fabric, "0x02a1f00300000999");
        UUID partition = cluster.partition(tenant, fabric, "weather");
        cluster.member(partition, Map.of("node", "sm", "membership", "full"))
                .statusCode(422)
                .body("detail", containsString("only runs a subnet manager"));
        assertThat(Browser.of("root")
                        .get("/partitions/" + partition + "/members/add")
                        .select("input[name=node]")
                        .size())
                .isOne();
    }

    @Test
    void aFabricIsDeletedWhenNothingDependsOnIt() {
        String at = "/api/v1/fabrics/" + fabric;
        UUID partition = cluster.partition(tenant, fabric, "weather");
        operator.api()
                .delete(at)
                .then()
                .statusCode(409)
                .body("detail", containsString("1 partitions"))
                .body("detail", containsString("1 ports"));
        operator.api().delete("/api/v1/partitions/" + partition).then().statusCode(202);
        operator.api().delete(path()).then().statusCode(204);
        operator.api().delete(at).then().statusCode(409);
        world.execute("UPDATE partition_status SET state = 'released'");

        Browser root = Browser.of("root");
        assertThat(root.send(root.get("/fabrics/" + fabric + "/delete"), "form.box", Map.of("typed", "ib"))
                        .statusCode())
                .isEqualTo(303);

        operator.api().get(at).then().statusCode(404);
        assertThat(world.count("audit_event", "action = 'fabric.delete'")).isOne();
    }

    @Test
    void othersDoNothingOfThis() {
        Person admin = world.tenantAdmin("ada", tenant);
        admin.api()
                .header("If-Match", "\"0\"")
                .body("{\"name\":\"x\"}")
                .patch(path())
                .then()
                .statusCode(403);
        admin.api().delete(path()).then().statusCode(403);
        admin.api().delete("/api/v1/fabrics/" + fabric).then().statusCode(403);
    }
}
