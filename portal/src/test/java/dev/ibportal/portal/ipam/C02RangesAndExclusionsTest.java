package dev.ibportal.portal.ipam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import dev.ibportal.types.IpAddress;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class C02RangesAndExclusionsTest extends IpamTestBase {
    private static final Map<String, Object> B = Map.of(
            "gateway", "10.77.16.1", "exclusions", List.of("10.77.16.1 - 10.77.31.31", "10.77.31.128 - 10.77.31.255"));

    @Test
    void bothEndsOfARangeAreHandedOut() {
        UUID pool =
                cluster.pool(tenant, partition, "10.77.8.0/24", Map.of("ranges", List.of("10.77.8.10 - 10.77.8.15")));
        operator.api().get("/api/v1/pools/{id}", pool).then().body("capacity", equalTo(6));

        for (int i = 10; i <= 15; i++) {
            cluster.ask(pool, Map.of()).statusCode(201).body("ip", equalTo("10.77.8." + i));
        }

        cluster.ask(pool, Map.of()).statusCode(409).body("detail", containsString("pool full"));
        assertNothingLost(pool);
    }

    @Test
    void nothingExcludedIsEverHandedOut() {
        UUID pool = cluster.pool(tenant, partition, "10.77.16.0/20", B);
        operator.api().get("/api/v1/pools/{id}", pool).then().body("capacity", equalTo(96));

        List<String> handedOut = new ArrayList<>();
        for (int i = 0; i < 96; i++) {
            handedOut.add(cluster.ask(pool, Map.of()).statusCode(201).extract().path("ip"));
        }

        assertThat(handedOut).isEqualTo(expected());
        cluster.ask(pool, Map.of()).statusCode(409).body("detail", containsString("pool full"));
    }

    @Test
    void inBulkTheSameAddressesAppear() {
        UUID pool = cluster.pool(tenant, partition, "10.77.16.0/20", B);

        operator.api()
                .body(Map.of("count", 97))
                .post("/api/v1/pools/{id}/addresses/bulk", pool)
                .then()
                .statusCode(409)
                .body("detail", containsString("97 addresses wanted, 96 free"));
        List<String> handedOut = operator.api()
                .body(Map.of("count", 96))
                .post("/api/v1/pools/{id}/addresses/bulk", pool)
                .then()
                .statusCode(201)
                .extract()
                .path("items.ip");

        assertThat(handedOut).isEqualTo(expected());
        assertNothingLost(pool);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.77.16.1", "10.77.16.2", "10.77.31.31", "10.77.31.128", "10.77.31.255", "10.77.16.0"})
    void norWhenAskedForByHand(String address) {
        UUID pool = cluster.pool(tenant, partition, "10.77.16.0/20", B);

        cluster.ask(pool, Map.of("address", address)).statusCode(409).body("detail", containsString(address));

        assertThat(world.count("address", "true")).isZero();
        assertNothingLost(pool);
    }

    private static List<String> expected() {
        IpAddress first = IpAddress.parse("10.77.31.32");
        return Stream.iterate(0, i -> i < 96, i -> i + 1)
                .map(i -> first.plus(i).toString())
                .toList();
    }
}
