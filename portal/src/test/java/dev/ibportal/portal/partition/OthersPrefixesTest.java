package dev.ibportal.portal.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import dev.ibportal.portal.testing.AtOnce;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** What others use on a shared node is told to operators alone. */
@QuarkusTest
class OthersPrefixesTest extends PartitionTestBase {
    @Test
    void strangersHearOnlyThatItIsNotAvailable() {
        UUID brackwater = world.tenant("Brackwater");
        cluster.grant(brackwater, n101);
        UUID theirs = cluster.partition(brackwater, fabric, "secret-project");
        cluster.pool(brackwater, theirs, "10.77.0.0/17");
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
                .body("detail", containsString("10.77.0.0/17"));
    }

    /** Not only at the first address: then the pool would be one that can never be used there. */
    @Test
    void aPoolThatComesAfterItsMembersIsRefusedAtOnce() {
        UUID brackwater = world.tenant("Brackwater");
        cluster.grant(brackwater, n101);
        UUID theirs = cluster.partition(brackwater, fabric, "secret-project");
        cluster.pool(brackwater, theirs, "10.77.0.0/17");
        cluster.member(theirs, Map.of("node", "n101", "membership", "full")).statusCode(201);
        add(Map.of("node", "n101", "membership", "full")).statusCode(201);

        String told = pool(admin, "10.77.1.0/24")
                .statusCode(409)
                .body("type", equalTo("urn:ibportal:fault:network-overlap"))
                .body("detail", containsString("10.77.1.0/24 is not available on a node of this partition"))
                .extract()
                .asString();
        assertThat(told).doesNotContain("secret").doesNotContain("10.77.0.0").doesNotContain("node_prefix");
        pool(operator, "10.77.1.0/24")
                .statusCode(409)
                .body("detail", containsString("n101 has 10.77.0.0/17 in partition secret-project"));
        pool(admin, "10.78.0.0/17").statusCode(201);
        assertThat(world.count("pool", "partition_id = ?", partition)).isOne();
    }

    /** A network that is gone from a node is nobody's obstacle any more. */
    @Test
    void whatHasLeftTheNodeIsFree() {
        UUID other = cluster.partition(tenant, fabric, "other");
        UUID pool = cluster.pool(tenant, other, "10.77.0.0/16");
        String member = cluster.member(other, Map.of("node", "n101", "membership", "full"))
                .statusCode(201)
                .extract()
                .path("id");
        add(Map.of("node", "n101", "membership", "full")).statusCode(201);
        pool(admin, "10.77.1.0/24").statusCode(409).body("detail", containsString("in partition other"));

        admin.api()
                .delete("/api/v1/partitions/{p}/members/{m}", other, member)
                .then()
                .statusCode(202);
        world.execute("UPDATE absence SET fabric_absent_at = now(), node_absent_at = now()");
        world.execute("SELECT close_absences((SELECT array_agg(id) FROM absence WHERE closed_at IS NULL))");

        pool(admin, "10.77.1.0/24").statusCode(201);
        cluster.member(other, Map.of("node", "n101", "membership", "full")).statusCode(409);
        admin.api().delete("/api/v1/pools/{id}", pool).then().statusCode(204);
        cluster.member(other, Map.of("node", "n101", "membership", "full")).statusCode(201);
    }

    /** Two pools, or a pool and a member, at the same moment: the database lets one of them through. */
    @Test
    void ofTwoAtOnceOneIsLetThrough() {
        UUID other = cluster.partition(tenant, fabric, "other");
        UUID late = cluster.partition(tenant, fabric, "late");
        cluster.member(other, Map.of("node", "n101", "membership", "full")).statusCode(201);
        add(Map.of("node", "n101", "membership", "full")).statusCode(201);
        for (int round = 0; round < 10; round++) {
            String prefix = "10.%d.0.0/16".formatted(round);
            assertThat(AtOnce.call(List.<Callable<Integer>>of(
                            () -> pool(partition, prefix), () -> pool(other, prefix), () -> pool(partition, prefix))))
                    .containsOnlyOnce(201)
                    .containsOnly(201, 409);
        }
        cluster.pool(tenant, partition, "172.16.0.0/16");

        List<Integer> statuses = AtOnce.call(List.<Callable<Integer>>of(
                () -> pool(late, "172.16.1.0/24"),
                () -> cluster.member(late, Map.of("node", "n101", "membership", "full"))
                        .extract()
                        .statusCode()));

        assertThat(statuses).containsOnlyOnce(201).containsOnly(201, 409);
    }

    private int pool(UUID of, String prefix) {
        return operator.apiFor(tenant)
                .body(Map.of("partition", of.toString(), "name", prefix, "prefix", prefix))
                .post("/api/v1/pools")
                .statusCode();
    }

    private ValidatableResponse pool(Person person, String prefix) {
        return person.apiFor(tenant)
                .body(Map.of("partition", partition.toString(), "name", prefix, "prefix", prefix))
                .post("/api/v1/pools")
                .then();
    }
}
