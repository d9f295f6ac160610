package dev.ibportal.portal.ipam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Who had an address at a time, long after it was given back, and only for those who may know. */
@QuarkusTest
class AddressHistoryTest extends IpamTestBase {
    private static final String PATH = "/api/v1/address-history?address=";

    @Test
    void everyHoldingIsKeptWithItsTimes() {
        UUID pool = cluster.pool(tenant, partition, "10.77.1.0/24");
        cluster.node("n101", fabric, "0x0002c90300000101", tenant);
        String first = cluster.ask(pool, Map.of("node", "n101", "note", "scanner"))
                .statusCode(201)
                .extract()
                .path("id");
        operator.api().delete("/api/v1/addresses/" + first).then().statusCode(204);
        cluster.ask(pool, Map.of("note", "printer")).statusCode(201).body("ip", equalTo("10.77.1.1"));
        assertThat(world.strings("SELECT id || node_name || note FROM address_past"))
                .containsExactly(first + "n101scanner");
        // As if it had been some time ago: what is kept is never changed, also not by the role that keeps it.
        world.execute("DELETE FROM address_past");
        world.execute(
                "INSERT INTO address_past (id, tenant_id, partition_id, pool_id, ip, node_name, note, given_at, freed_at)"
                        + " VALUES (?::uuid, ?, ?, ?, '10.77.1.1', 'n101', 'scanner', '2026-01-01T10:00Z', '2026-01-02T10:00Z')",
                first,
                tenant,
                partition,
                pool);

        operator.api()
                .get(PATH + "10.77.1.1")
                .then()
                .statusCode(200)
                .body("items.note", contains("printer", "scanner"))
                .body("items.node", contains("", "n101"))
                .body("items.actor", contains("root", "root"))
                .body("items[0].until", nullValue())
                .body("items[1].until", equalTo("2026-01-02T10:00:00Z"));
        operator.api().get(PATH + "10.77.1.1&at=2026-01-01T14:05:00Z").then().body("items.node", contains("n101"));
        operator.api().get(PATH + "10.77.1.1&at=2026-01-02T10:00:00Z").then().body("items", empty());
        operator.api().get(PATH + "10.77.1.1&at=yesterday").then().statusCode(422);
        operator.api().get("/api/v1/address-history").then().statusCode(422);
        assertThat(Browser.of("root").open("/address-history?address=10.77.1.1").asString())
                .contains("n101", "scanner", "printer");
    }

    @Test
    void anotherTenantLearnsNothing() {
        UUID pool = cluster.pool(tenant, partition, "10.77.1.0/24");
        String id = cluster.ask(pool, Map.of("note", "secret")).extract().path("id");
        operator.api().delete("/api/v1/addresses/" + id).then().statusCode(204);
        Person stranger = world.tenantAdmin("bea", world.tenant("Brackwater"));

        stranger.api().get(PATH + "10.77.1.1").then().statusCode(200).body("items", empty());
    }
}
