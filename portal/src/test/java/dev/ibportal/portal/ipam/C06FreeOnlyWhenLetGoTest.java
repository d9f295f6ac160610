package dev.ibportal.portal.ipam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The portal's side; what a node says is written by SQL as the fabric role, as its session would do. */
@QuarkusTest
class C06FreeOnlyWhenLetGoTest extends IpamTestBase {
    private UUID n101 = new UUID(0, 0);
    private UUID pool = new UUID(0, 0);

    @BeforeEach
    void bothAddressesAreHeld() {
        n101 = cluster.node("n101", fabric, "0x02a1f00300000101", tenant);
        cluster.node("n102", fabric, "0x02a1f00300000102", tenant);
        cluster.node("n103", fabric, "0x02a1f00300000103", tenant);
        pool = cluster.pool(tenant, partition, "10.77.51.0/30");
        cluster.member(partition, Map.of("node", "n101", "membership", "full")).statusCode(201);
        cluster.member(partition, Map.of("node", "n102", "membership", "full")).statusCode(201);
        world.execute("UPDATE interface_status SET state = 'in_sync', sent_generation = 1");
        world.execute("UPDATE node_status SET state = 'online', last_seen_at = now()");
    }

    @Test
    void heldByAnUnreachableNodeItIsNotFree() {
        assertThat(holders()).containsExactly("10.77.51.1 n101", "10.77.51.2 n102");
        world.execute("UPDATE node_status SET state = 'unreachable' WHERE node_id = ?", n101);

        operator.api()
                .delete("/api/v1/addresses/{id}", address("10.77.51.1"))
                .then()
                .statusCode(202)
                .body("state", equalTo("releasing"))
                .body("reason", equalTo("still held by unreachable n101"));
        operator.api()
                .get("/api/v1/pools/{id}", pool)
                .then()
                .body("free", equalTo(0))
                .body("used", equalTo(2))
                .body("releasing", equalTo(1));
        cluster.ask(pool, Map.of("node", "n103"))
                .statusCode(409)
                .body("detail", containsString("no free address; 10.77.51.1 still held by unreachable n101"));
        assertThat(wantedBy("10.77.51.1")).isEmpty();

        n101ConfirmsItsAbsence();

        cluster.ask(pool, Map.of("node", "n103")).statusCode(201).body("ip", equalTo("10.77.51.1"));
        assertThat(holders()).containsExactly("10.77.51.1 n103", "10.77.51.2 n102");
        assertNothingLost(pool);
    }

    @Test
    void aMemberWhoseAddressIsHeldIsRefusedToo() {
        world.execute("UPDATE node_status SET state = 'unreachable' WHERE node_id = ?", n101);
        UUID member = UUID.fromString(
                world.string("SELECT id FROM membership WHERE node_id = ? AND removed_at IS NULL", n101));
        operator.api()
                .delete("/api/v1/partitions/{p}/members/{m}", partition, member)
                .then()
                .statusCode(202)
                .body("fabric.state", equalTo("leaving"))
                .body("interface.state", equalTo("leaving"))
                .body("addresses.state", equalTo(List.of("releasing")));

        cluster.member(partition, Map.of("node", "n103", "membership", "full"))
                .statusCode(409)
                .body("detail", containsString("10.77.51.1 still held by unreachable n101"));
        cluster.member(partition, Map.of("node", "n101", "membership", "full"))
                .statusCode(409)
                .body("detail", containsString("n101 (0x02a1f00300000101, leaving)"));
        assertThat(world.count("membership", "removed_at IS NULL")).isOne();

        world.execute("UPDATE absence SET fabric_absent_at = now() WHERE kind = 'membership'");
        n101ConfirmsItsAbsence();

        cluster.member(partition, Map.of("node", "n103", "membership", "full"))
                .statusCode(201)
                .body("addresses.ip", equalTo(List.of("10.77.51.1")));
        assertNothingLost(pool);
    }

    /** As the node's session does when the host was read back. */
    private void n101ConfirmsItsAbsence() {
        world.execute("UPDATE absence SET node_absent_at = now() WHERE node_id = ? AND closed_at IS NULL", n101);
        world.execute("SELECT close_absences((SELECT array_agg(id) FROM absence WHERE node_id = ?))", n101);
    }

    private String address(String ip) {
        return world.string("SELECT id FROM address WHERE ip = ?::inet", ip);
    }

    private List<String> holders() {
        return world.strings(
                "SELECT host(a.ip) || ' ' || n.name FROM address a JOIN node n ON n.id = a.node_id ORDER BY a.ip");
    }

    /** Nodes whose desired state holds the address: what is not being released of a membership that stays. */
    private List<String> wantedBy(String ip) {
        return world.strings("""
                SELECT n.name FROM address a JOIN interface i ON i.id = a.interface_id
                  JOIN membership m ON m.id = i.membership_id JOIN node n ON n.id = i.node_id
                WHERE a.ip = ?::inet AND a.removed_at IS NULL AND m.removed_at IS NULL""", ip);
    }
}
