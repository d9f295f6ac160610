package dev.ibportal.portal.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.AtOnce;
import dev.ibportal.portal.testing.SeededRun;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Many callers at once, each with several calls of every kind: nothing is handed out twice and nothing gets lost. */
@QuarkusTest
class AllocatorRaceTest extends IpamTestBase {
    private static final int CALLERS = 16;
    private static final int CALLS = 12;

    @Test
    void nothingIsHandedOutTwiceOrLost() {
        UUID pool = cluster.pool(tenant, partition, "10.77.70.0/26");

        SeededRun.repeat(1, random -> {
            List<Callable<List<Integer>>> callers = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                List<Integer> dice = random.ints(CALLS, 0, 1000).boxed().toList();
                callers.add(() -> dice.stream().map(die -> act(pool, die)).toList());
            }
            List<Integer> statuses =
                    AtOnce.call(callers).stream().flatMap(List::stream).toList();

            assertThat(statuses).isSubsetOf(201, 204, 404, 409);
            assertThat(statuses).contains(201, 204, 409);
        });
        assertNothingLost(pool);
        assertThat(world.count("audit_event", "action = 'address.allocate' AND outcome = 'success'")
                        - world.count("audit_event", "action = 'address.release' AND outcome = 'success'"))
                .isEqualTo(world.count("address", "true"));
    }

    private int act(UUID pool, int die) {
        return switch (die % 4) {
            case 0 -> cluster.ask(pool, Map.of()).extract().statusCode();
            case 1 ->
                cluster.ask(pool, Map.of("address", "10.77.70." + (1 + die % 62)))
                        .extract()
                        .statusCode();
            case 2 ->
                operator.api()
                        .body(Map.of("count", 1 + die % 5))
                        .post("/api/v1/pools/{id}/addresses/bulk", pool)
                        .statusCode();
            default -> release(die);
        };
    }

    /** Two callers may pick the same one; then it is gone for the second. */
    private int release(int die) {
        List<String> taken = world.strings("SELECT id FROM address ORDER BY ip");
        return taken.isEmpty()
                ? 404
                : operator.api()
                        .delete("/api/v1/addresses/{id}", taken.get(die % taken.size()))
                        .statusCode();
    }
}
