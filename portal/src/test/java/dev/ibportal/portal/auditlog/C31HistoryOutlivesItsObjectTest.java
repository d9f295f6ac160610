package dev.ibportal.portal.auditlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** C-31 and its kind: whatever a bigger removal takes along has an event of its own, and keeps its history. */
@QuarkusTest
class C31HistoryOutlivesItsObjectTest {
    private static final String OF_REQUEST = "SELECT action || ' ' || object_name FROM audit_event"
            + " WHERE request_id = ?::uuid AND actor_name = ? AND outcome = 'success' AND object_id <> '' ORDER BY id";
    private static final String BY_PEOPLE = "actor_name NOT LIKE 'system:%'";

    @Inject
    World world;

    private Person root;
    private Cluster cluster;
    private UUID tenant = new UUID(0, 0);
    private UUID fabric = new UUID(0, 0);

    @BeforeEach
    void place() {
        world.reset();
        root = world.operator("root");
        cluster = new Cluster(root);
        fabric = cluster.fabric("east");
        tenant = UUID.fromString(root.api()
                .body(Map.of("name", "Cinderfell"))
                .post("/api/v1/tenants")
                .then()
                .statusCode(201)
                .extract()
                .path("id"));
    }

    private List<String> told(Response answer) {
        assertThat(answer.statusCode()).as(answer.asString()).isBetween(200, 299);
        return world.strings(OF_REQUEST, answer.header("X-Request-Id"), "root");
    }

    private Response remove() {
        return root.api().queryParam("confirm", "Cinderfell").delete("/api/v1/tenants/" + tenant);
    }

    @Test
    void aTenantTakesSixThingsAlongAndLeavesAllThatWasWritten() {
        UUID partition = cluster.partition(tenant, fabric, "sea", "0x80a1");
        UUID pool = cluster.pool(tenant, partition, "10.77.90.0/29");
        for (String ip : List.of("10.77.90.1", "10.77.90.2", "10.77.90.3")) {
            cluster.ask(pool, Map.of("address", ip)).statusCode(201);
        }
        int before = world.count("audit_event", BY_PEOPLE);
        List<String> earlier = world.strings("SELECT id::text FROM audit_event WHERE tenant_name = 'Cinderfell'");
        assertThat(earlier).hasSizeGreaterThanOrEqualTo(6);

        assertThat(told(remove()))
                .containsExactlyInAnyOrder(
                        "tenant.remove Cinderfell",
                        "partition.remove sea (0x80a1)",
                        "pool.delete 10.77.90.0/29 10.77.90.0/29",
                        "address.release 10.77.90.1",
                        "address.release 10.77.90.2",
                        "address.release 10.77.90.3");

        assertThat(world.count("audit_event", BY_PEOPLE)).isEqualTo(before + 6);
        List<String> found = root.api()
                .queryParam("tenantName", "Cinderfell")
                .queryParam("limit", 200)
                .get("/api/v1/audit-events")
                .jsonPath()
                .getList("items.id", String.class);
        assertThat(found).containsAll(earlier).hasSizeGreaterThanOrEqualTo(earlier.size() + 6);
        assertThat(Browser.of("root").get("/audit?tenantName=Cinderfell").text())
                .contains("10.77.90.2", "0x80a1", "pool.delete");
    }

    @Test
    void peopleProgramsInvitationsMembersAndNodesGoWithAWordToo() {
        UUID partition = cluster.partition(tenant, fabric, "sea", "0x80a1");
        cluster.pool(tenant, partition, "10.77.90.0/29");
        cluster.node("n1", fabric, "0x0002c90300000001", tenant);
        cluster.member(partition, Map.of("node", "n1", "membership", "full")).statusCode(201);
        world.planner("pat", tenant);
        String path = "/api/v1/tenants/" + tenant;
        String account = root.api()
                .body(Map.of("name", "Robot", "role", "planner"))
                .post(path + "/service-accounts")
                .path("id");
        root.api().body(Map.of("name", "key")).post(path + "/service-accounts/" + account + "/tokens");
        root.api().body(Map.of("role", "planner", "note", "for Kim")).post(path + "/invitations");

        assertThat(told(remove()))
                .containsExactlyInAnyOrder(
                        "tenant.remove Cinderfell",
                        "partition.remove sea (0x80a1)",
                        "member.remove n1 in sea (0x80a1)",
                        "pool.delete 10.77.90.0/29 10.77.90.0/29",
                        "address.release 10.77.90.1",
                        "invitation.revoke for Kim",
                        "service-account.remove Robot",
                        "token.revoke key",
                        "user.change-roles pat");
    }

    @Test
    void partitionsAndMembersTakeTheirThingsAlong() {
        UUID partition = cluster.partition(tenant, fabric, "sea", "0x80a1");
        UUID pool = cluster.pool(tenant, partition, "10.77.90.0/29");
        cluster.node("n1", fabric, "0x0002c90300000001", tenant);
        cluster.node("n2", fabric, "0x0002c90300000002", tenant);
        String member = cluster.member(partition, Map.of("node", "n1", "membership", "full"))
                .extract()
                .path("id");
        cluster.member(partition, Map.of("node", "n2", "membership", "full"));
        cluster.ask(pool, Map.of("note", "kept")).statusCode(201);

        assertThat(told(root.api().delete("/api/v1/partitions/" + partition + "/members/" + member)))
                .containsExactly("member.remove n1 in sea (0x80a1)", "address.release 10.77.90.1");
        assertThat(told(root.api().delete("/api/v1/partitions/" + partition)))
                .containsExactlyInAnyOrder(
                        "partition.remove sea (0x80a1)",
                        "member.remove n2 in sea (0x80a1)",
                        "pool.delete 10.77.90.0/29 10.77.90.0/29",
                        "address.release 10.77.90.2",
                        "address.release 10.77.90.3");
    }

    @Test
    void aRetiredNodeTakesItsPortsAndGrantsAlong() {
        UUID node = cluster.node("n1", fabric, "0x0002c90300000001", tenant);

        assertThat(told(root.api().delete("/api/v1/nodes/" + node)))
                .containsExactlyInAnyOrder("node.retire n1", "port.remove 0x0002c90300000001", "node.revoke n1");
    }

    @Test
    void whoeverIsShutOutLosesEachSessionWithAWord() {
        Person ada = world.tenantAdmin("ada", tenant);
        Browser.of("ada");
        Browser.of("ada");
        String path = "/api/v1/users/" + ada.id();

        assertThat(told(root.api()
                        .header("If-Match", "\"0\"")
                        .contentType("application/merge-patch+json")
                        .body(Map.of("name", "Ada", "disabled", true))
                        .patch(path)))
                .containsExactlyInAnyOrder("user.disable ada", "session.end ada", "session.end ada");
    }

    @Test
    void aProgramTakesItsTokensAlong() {
        String path = "/api/v1/tenants/" + tenant + "/service-accounts";
        String account = root.api()
                .body(Map.of("name", "Robot", "role", "planner"))
                .post(path)
                .path("id");
        root.api().body(Map.of("name", "one")).post(path + "/" + account + "/tokens");
        root.api().body(Map.of("name", "two")).post(path + "/" + account + "/tokens");

        assertThat(told(root.api().delete(path + "/" + account)))
                .containsExactlyInAnyOrder("service-account.remove Robot", "token.revoke one", "token.revoke two");
    }
}
