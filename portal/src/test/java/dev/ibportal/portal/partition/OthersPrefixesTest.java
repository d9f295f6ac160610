package dev.ibportal.portal.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.junit.QuarkusTest;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What others use on a shared node is told to operators alone. */
@QuarkusTest
class OthersPrefixesTest extends PartitionTestBase {
    @Test
    void strangersHearOnlyThatItIsNotAvailable() {
        UUID brackwater = world.tenant("Brackwater");
        cluster.grant(brackwater, n101);
        UUID theirs = cluster.partition(brackwater, fabric, "secret-project");
        cluster.pool(brackwater, theirs, "10.77.0.0/16");
        cluster.member(theirs, Map.of("node", "n101", "membership", "full")).statusCode(201);
        cluster.pool(tenant, partition, "10.77.1.0/24");

        String told = add(Map.of("node", "n101", "membership", "full"))
                .statusCode(409)
                .body("type", equalTo("urn:ibportal:fault:network-overlap"))
                .body("detail", containsString("is not available on one of these nodes"))
                .extract()
                .asString();
        assertThat(told).doesNotContain("secret").doesNotContain("10.77.0.0").doesNotContain("another partition");
        cluster.member(partition, Map.of("node", "n101", "membership", "full"))
                .statusCode(409)
                .body("detail", containsString("secret-project"))
                .body("detail", containsString("10.77.0.0/16"));
    }
}
