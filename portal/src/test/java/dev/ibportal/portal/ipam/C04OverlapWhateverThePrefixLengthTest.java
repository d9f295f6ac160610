package dev.ibportal.portal.ipam;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

@QuarkusTest
class C04OverlapWhateverThePrefixLengthTest extends IpamTestBase {
    @Test
    void onlyAddressesCount() {
        UUID pool = cluster.pool(tenant, partition, "10.77.30.0/24");
        add(pool, "10.77.30.100/24 - 10.77.30.200/24").statusCode(201);

        add(pool, "10.77.30.123/26 - 10.77.30.124/26")
                .statusCode(409)
                .body("detail", containsString("overlaps 10.77.30.100 - 10.77.30.200"));
        add(pool, "10.77.30.201/24 - 10.77.30.210/24").statusCode(201);
        add(pool, "10.77.30.90/24 - 10.77.30.100/24")
                .statusCode(409)
                .body("detail", containsString("overlaps 10.77.30.100 - 10.77.30.200"));
        add(pool, "10.77.30.0/25")
                .statusCode(409)
                .body("detail", containsString("overlaps 10.77.30.100 - 10.77.30.200"));

        operator.api()
                .get("/api/v1/pools/{id}", pool)
                .then()
                .body("ranges.range", equalTo(List.of("10.77.30.100 - 10.77.30.200", "10.77.30.201 - 10.77.30.210")))
                .body("capacity", equalTo(111));
        assertNothingLost(pool);
    }

    private ValidatableResponse add(UUID pool, String range) {
        return operator.api()
                .body(Map.of("range", range))
                .post("/api/v1/pools/{id}/ranges", pool)
                .then();
    }
}
