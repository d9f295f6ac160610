package dev.ibportal.portal.ipam;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class C01TwoAddressAndOneAddressPoolsTest extends IpamTestBase {
    @ParameterizedTest
    @CsvSource({
        "10.77.4.6/31, 10.77.4.6 10.77.4.7",
        "fd00:77:4::a/127, fd00:77:4::a fd00:77:4::b",
        "10.77.4.9/32, 10.77.4.9",
        "10.77.4.16/30, 10.77.4.17 10.77.4.18",
    })
    void eachAddressIsHandedOutAndThenThePoolIsFull(String prefix, String addresses) {
        UUID pool = cluster.pool(tenant, partition, prefix);
        List<String> expected = List.of(addresses.split(" "));

        for (String address : expected) {
            cluster.ask(pool, Map.of()).statusCode(201).body("ip", equalTo(address));
        }

        cluster.ask(pool, Map.of())
                .statusCode(409)
                .body("detail", containsString("pool full"))
                .body("detail", containsString(expected.size() + " of " + expected.size()));
        operator.api()
                .get("/api/v1/pools/{id}", pool)
                .then()
                .body("used", equalTo(expected.size()))
                .body("capacity", equalTo(expected.size()))
                .body("free", equalTo(0));
        assertNothingLost(pool);
    }
}
