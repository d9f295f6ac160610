package dev.ibportal.portal.ipam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import dev.ibportal.portal.testing.CountingDriver;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

@QuarkusTest
class BulkAllocationTest extends IpamTestBase {
    /** Setting and taking back the tenant on the connection are among them. */
    private static final int STATEMENTS = 8;

    @Test
    void aThousandInOneCallCostAsManyStatementsAsOne() {
        UUID pool = cluster.pool(tenant, partition, "10.80.0.0/16");

        int forOne = CountingDriver.during(() -> bulk(pool, Map.of("count", 1)).statusCode(201));
        int forAThousand =
                CountingDriver.during(() -> bulk(pool, Map.of("count", 1000)).statusCode(201));

        assertThat(forAThousand).isEqualTo(forOne).isLessThanOrEqualTo(STATEMENTS);
        assertThat(world.count("address", "true")).isEqualTo(1001);
        assertThat(world.count("audit_event", "action = 'address.allocate'")).isEqualTo(1001);
        assertNothingLost(pool);
    }

    @Test
    void eachNodeGetsOne() {
        cluster.node("n102", fabric, "0x02a1f00300000102", tenant);
        cluster.node("n101", fabric, "0x02a1f00300000101", tenant);
        cluster.member(partition, Map.of("node", "n102", "membership", "full")).statusCode(201);
        UUID pool = cluster.pool(tenant, partition, "10.77.9.0/29");

        bulk(pool, Map.of("nodes", List.of("n101", "n102")))
                .statusCode(201)
                .body("items.ip", equalTo(List.of("10.77.9.1", "10.77.9.2")))
                .body("items.node.name", equalTo(List.of("n101", "n102")))
                .body("items.state", equalTo(List.of("reserved", "in-use")));
        assertNothingLost(pool);
    }

    @Test
    void allOrNone() {
        cluster.node("n101", fabric, "0x02a1f00300000101", tenant);
        UUID pool = cluster.pool(tenant, partition, "10.77.9.0/29");

        bulk(pool, Map.of("count", 7)).statusCode(409).body("detail", containsString("7 addresses wanted, 6 free"));
        bulk(pool, Map.of("nodes", List.of("n101", "n999"))).statusCode(422).body("detail", containsString("n999"));
        bulk(pool, Map.of("count", 0)).statusCode(422);
        bulk(pool, Map.of("count", 1, "nodes", List.of("n101"))).statusCode(422);
        bulk(pool, Map.of()).statusCode(422);

        assertThat(world.count("address", "true")).isZero();
        assertThat(world.count("audit_event", "action = 'address.allocate' AND outcome = 'success'"))
                .isZero();
        assertNothingLost(pool);
    }

    private ValidatableResponse bulk(UUID pool, Map<String, Object> form) {
        return operator.api()
                .body(form)
                .post("/api/v1/pools/{id}/addresses/bulk", pool)
                .then();
    }
}
