package dev.ibportal.portal.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.AtOnce;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@QuarkusTest
class PartitionRacesTest extends PartitionTestBase {
    @Test
    void pkeysAreHandedOutOnceAndLowestFirst() {
        UUID brackwater = world.tenant("Brackwater");
        List<Callable<String>> callers = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            UUID of = i % 2 == 0 ? tenant : brackwater;
            String name = "p" + i;
            callers.add(() -> operator.apiFor(of)
                    .body(Map.of("fabric", "ib", "name", name))
                    .post("/api/v1/partitions")
                    .then()
                    .statusCode(201)
                    .extract()
                    .path("pkey"));
        }

        List<String> pkeys = AtOnce.call(callers);

        // 0x8001 is the partition that is there already.
        assertThat(pkeys)
                .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(2, 25)
                        .mapToObj("0x80%02x"::formatted)
                        .toList());
    }

    @Test
    void onePKeyAskedForByHandGoesToOne() {
        List<Callable<Integer>> callers = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            String name = "p" + i;
            callers.add(() -> operator.apiFor(tenant)
                    .body(Map.of("fabric", "ib", "name", name, "pkey", "0x9000"))
                    .post("/api/v1/partitions")
                    .statusCode());
        }

        assertThat(AtOnce.call(callers)).containsOnlyOnce(201).containsOnly(201, 409);
        assertThat(world.count("partition", "pkey = ?", 0x1000)).isOne();
    }

    /** Either a member comes first and ends with its partition, or it comes too late; none is left behind. */
    @Test
    void noMemberOutlivesItsPartition() {
        for (int round = 0; round < 10; round++) {
            UUID fresh = cluster.partition(tenant, fabric, "round " + round);
            List<Callable<Integer>> callers = new ArrayList<>();
            for (String node : List.of("n101", "n102")) {
                callers.add(() -> cluster.member(fresh, Map.of("node", node, "membership", "full"))
                        .extract()
                        .statusCode());
            }
            callers.add(() ->
                    operator.api().delete("/api/v1/partitions/{id}", fresh).statusCode());

            List<Integer> statuses = AtOnce.call(callers);

            assertThat(statuses.subList(0, 2)).isSubsetOf(201, 409);
            assertThat(statuses.get(2)).isEqualTo(202);
            assertThat(world.count("membership", "partition_id = ? AND removed_at IS NULL", fresh))
                    .isZero();
            assertThat(world.count("absence", "partition_id = ?", fresh))
                    .isEqualTo(world.count("membership", "partition_id = ?", fresh));
        }
    }

    @Test
    void aPortJoinsAPartitionOnce() {
        cluster.pool(tenant, partition, "10.77.1.0/28");
        List<Callable<Integer>> callers = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            callers.add(() ->
                    add(Map.of("node", "n101", "membership", "full")).extract().statusCode());
        }

        assertThat(AtOnce.call(callers)).containsOnlyOnce(201).containsOnly(201, 409);
        assertThat(world.count("address", "true")).isOne();
        assertThat(world.string("SELECT sum(hi - lo + 1) FROM pool_free")).isEqualTo("13");
    }

    /** Of several changes for one version the first is made; the others are told that there is a newer one. */
    @Test
    void oneOfSeveralChangesForOneVersionIsMade() {
        String member = add(Map.of("node", "n101", "membership", "full"))
                .statusCode(201)
                .extract()
                .path("id");
        for (String path : List.of(partitionPath(), memberPath(member))) {
            for (int round = 0; round < 5; round++) {
                String etag = etag(path);
                List<Callable<Integer>> callers = new ArrayList<>();
                for (int i = 0; i < 6; i++) {
                    String body = "{\"mode\":\"connected\"}";
                    callers.add(() -> admin.api()
                            .header("If-Match", etag)
                            .body(body)
                            .patch(path)
                            .statusCode());
                }
                if (round % 2 == 1) {
                    patch(path, "{\"mode\":\"datagram\"}").statusCode(200);
                    assertThat(AtOnce.call(callers)).containsOnly(412);
                } else {
                    assertThat(AtOnce.call(callers)).isSubsetOf(200, 412).contains(200);
                }
            }
        }
    }

    @Test
    void aRemovalThatRacesWithAnythingIsAnswered() {
        for (int round = 0; round < 10; round++) {
            String member = add(Map.of("node", "n101", "membership", "full"))
                    .statusCode(201)
                    .extract()
                    .path("id");
            String etag = etag(memberPath(member));
            List<Callable<Integer>> callers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                callers.add(() -> admin.api().delete(memberPath(member)).statusCode());
                callers.add(() -> admin.api()
                        .header("If-Match", etag)
                        .body("{\"membership\":\"limited\"}")
                        .patch(memberPath(member))
                        .statusCode());
                callers.add(() -> add(Map.of("node", "n101", "membership", "full"))
                        .extract()
                        .statusCode());
            }

            List<Integer> statuses = AtOnce.call(callers);

            // Removed once; what was never sent to anybody is absent at once, so that it may come back in the same
            // race, once.
            assertThat(statuses).isSubsetOf(200, 201, 202, 409, 412).containsOnlyOnce(202);
            assertThat(world.count("audit_event", "action = 'member.remove' AND object_id = ?", member))
                    .isOne();
            assertThat(world.count("absence", "membership_id = ?::uuid", member))
                    .isOne();
            assertThat(Collections.frequency(statuses, 201))
                    .isLessThanOrEqualTo(1)
                    .isEqualTo(world.count("membership", "partition_id = ? AND removed_at IS NULL", partition));
            world.execute("UPDATE membership SET removed_at = now() WHERE removed_at IS NULL");
            world.execute("UPDATE absence SET fabric_absent_at = now(), node_absent_at = now()");
            world.execute("SELECT close_absences((SELECT array_agg(id) FROM absence WHERE closed_at IS NULL))");
        }
    }

    /** Adding, releasing, closing and removing take their locks in one order, so nobody is sent away by a deadlock. */
    @Test
    void nobodyWaitsForEachOther() {
        for (int round = 0; round < 10; round++) {
            UUID fresh = cluster.partition(tenant, fabric, "round " + round);
            UUID pool = cluster.pool(tenant, fresh, "10.77.%d.0/24".formatted(round));
            cluster.member(fresh, Map.of("node", "n101", "membership", "full")).statusCode(201);
            for (int i = 0; i < 4; i++) {
                cluster.ask(pool, Map.of()).statusCode(201);
            }
            world.execute("UPDATE membership SET removed_at = now() WHERE partition_id = ?", fresh);
            world.execute("UPDATE absence SET fabric_absent_at = now(), node_absent_at = now()");
            List<String> taken = world.strings("SELECT id FROM address WHERE pool_id = ? ORDER BY ip", pool);
            List<Callable<Integer>> callers = new ArrayList<>();
            for (String address : taken) {
                callers.add(() ->
                        operator.api().delete("/api/v1/addresses/{id}", address).statusCode());
            }
            callers.add(() -> cluster.member(fresh, Map.of("node", "n102", "membership", "full"))
                    .extract()
                    .statusCode());
            callers.add(() ->
                    operator.api().delete("/api/v1/partitions/{id}", fresh).statusCode());
            callers.add(() -> {
                world.execute("SELECT close_absences((SELECT array_agg(id) FROM absence WHERE closed_at IS NULL))");
                return 204;
            });

            assertThat(AtOnce.call(callers)).isSubsetOf(201, 202, 204, 404, 409);
        }
    }
}
