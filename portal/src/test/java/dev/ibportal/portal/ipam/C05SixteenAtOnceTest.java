package dev.ibportal.portal.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.AtOnce;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@QuarkusTest
class C05SixteenAtOnceTest extends IpamTestBase {
    @Test
    void sixteenClientsGetTheSixteenLowest() {
        for (int round = 0; round < 20; round++) {
            UUID pool = freshPool(round);

            List<Response> answers = askAtOnce(pool, 16);

            assertThat(answers).extracting(Response::statusCode).containsOnly(201);
            assertThat(answers)
                    .extracting(answer -> answer.<String>path("ip"))
                    .containsExactlyInAnyOrderElementsOf(lowest(16));
            assertThat(world.count("address", "pool_id = ?", pool)).isEqualTo(16);
            assertThat(world.count("audit_event", "action = 'address.allocate' AND outcome = 'success'"))
                    .isEqualTo(16 * (round + 1));
            assertNothingLost(pool);
        }
    }

    @Test
    void fortyClientsGetThirtyAddressesAndTenPlainRefusals() {
        UUID pool = freshPool(0);

        List<Response> answers = askAtOnce(pool, 40);

        assertThat(answers)
                .filteredOn(answer -> answer.statusCode() == 201)
                .extracting(answer -> answer.<String>path("ip"))
                .containsExactlyInAnyOrderElementsOf(lowest(30));
        assertThat(answers)
                .filteredOn(answer -> answer.statusCode() != 201)
                .hasSize(10)
                .allSatisfy(answer -> {
                    assertThat(answer.statusCode()).isEqualTo(409);
                    assertThat(answer.<String>path("detail")).contains("pool full");
                });
        assertNothingLost(pool);
    }

    /** Each in a partition of its own, since the prefix is always the same. */
    private UUID freshPool(int round) {
        UUID fresh = cluster.partition(tenant, fabric, "round " + round);
        return cluster.pool(tenant, fresh, "10.77.50.0/27");
    }

    private static List<String> lowest(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> "10.77.50." + i).toList();
    }

    private List<Response> askAtOnce(UUID pool, int clients) {
        Callable<Response> client = () -> cluster.ask(pool, Map.of()).extract().response();
        return AtOnce.call(Collections.nCopies(clients, client));
    }
}
