package dev.ibportal.portal.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.ipam.core.PoolPlan;
import dev.ibportal.portal.testing.SeededRun;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpPrefix;
import dev.ibportal.types.IpRange;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random calls against the portal and against a model that lists every address: same answers, and after each call the
 * rows add up. A call that fails half way is one that must not have happened.
 */
@QuarkusTest
class AllocatorModelTest extends IpamTestBase {
    private static final int STEPS = 150;

    /** What the pool should be, kept the naive way. */
    private static final class Model {
        private PoolPlan plan;
        private final TreeMap<IpAddress, String> taken = new TreeMap<>();

        Model(PoolPlan plan) {
            this.plan = plan;
        }

        List<IpAddress> free() {
            List<IpAddress> free = new ArrayList<>();
            for (IpRange span : plan.handedOut().spans()) {
                for (IpAddress ip = span.first(); span.contains(ip); ip = ip.plus(1)) {
                    if (!taken.containsKey(ip)) {
                        free.add(ip);
                    }
                }
            }
            return free;
        }
    }

    @Test
    void answersAsTheModelDoes() {
        SeededRun.repeat(3, random -> {
            UUID fresh = cluster.partition(tenant, fabric, "run " + random.nextLong());
            UUID pool = cluster.pool(tenant, fresh, "10.77.70.0/27", Map.of("gateway", "10.77.70.1"));
            Model model = new Model(
                    new PoolPlan(IpPrefix.parse("10.77.70.0/27"), IpAddress.parse("10.77.70.1"), List.of(), List.of()));
            for (int step = 0; step < STEPS; step++) {
                act(random, pool, model);
                assertThat(world.strings("SELECT host(ip) FROM address WHERE pool_id = ? ORDER BY ip", pool))
                        .isEqualTo(model.taken.keySet().stream()
                                .map(IpAddress::toString)
                                .toList());
                assertNothingLost(pool);
            }
        });
    }

    private void act(Random random, UUID pool, Model model) {
        switch (random.nextInt(10)) {
            case 0, 1, 2 -> next(pool, model);
            case 3, 4 -> exactly(pool, model, IpAddress.parse("10.77.70.0").plus(random.nextInt(32)));
            case 5 -> many(pool, model, 1 + random.nextInt(12));
            case 6, 7, 8 -> release(pool, model, random);
            default -> exclude(pool, model, random);
        }
    }

    private void next(UUID pool, Model model) {
        List<IpAddress> free = model.free();
        Response answer = cluster.ask(pool, Map.of()).extract().response();
        assertThat(answer.statusCode()).isEqualTo(free.isEmpty() ? 409 : 201);
        if (!free.isEmpty()) {
            took(model, answer, free.get(0));
        }
    }

    private void exactly(UUID pool, Model model, IpAddress ip) {
        boolean possible = model.free().contains(ip);
        Response answer =
                cluster.ask(pool, Map.of("address", ip.toString())).extract().response();
        assertThat(answer.statusCode()).as("%s", ip).isEqualTo(possible ? 201 : 409);
        if (possible) {
            took(model, answer, ip);
        }
    }

    private static void took(Model model, Response answer, IpAddress expected) {
        assertThat(answer.<String>path("ip")).isEqualTo(expected.toString());
        model.taken.put(expected, answer.path("id"));
    }

    private void many(UUID pool, Model model, int count) {
        List<IpAddress> free = model.free();
        Response answer = operator.api().body(Map.of("count", count)).post("/api/v1/pools/{id}/addresses/bulk", pool);
        if (free.size() < count) {
            assertThat(answer.statusCode()).isEqualTo(409);
            return;
        }
        assertThat(answer.statusCode()).isEqualTo(201);
        List<String> ids = answer.path("items.id");
        for (int i = 0; i < count; i++) {
            model.taken.put(free.get(i), ids.get(i));
        }
    }

    private void release(UUID pool, Model model, Random random) {
        @Nullable IpAddress ip = pick(random, List.copyOf(model.taken.keySet()));
        if (ip != null) {
            operator.api()
                    .delete("/api/v1/addresses/{id}", String.valueOf(model.taken.remove(ip)))
                    .then()
                    .statusCode(204);
        }
        assertThat(world.count(
                        "absence",
                        "address_id IS NOT NULL AND partition_id IN" + " (SELECT partition_id FROM pool WHERE id = ?)",
                        pool))
                .isZero();
    }

    private void exclude(UUID pool, Model model, Random random) {
        IpAddress first = IpAddress.parse("10.77.70.0").plus(random.nextInt(30));
        IpRange span = new IpRange(first, first.plus(random.nextInt(2)));
        PoolPlan changed = model.plan.withExclusion(span);
        boolean possible = model.taken.keySet().stream().allMatch(changed.handedOut()::contains)
                && changed.capacity().intValueExact() > 8;
        if (!possible && changed.capacity().intValueExact() <= 8) {
            return;
        }
        int status = operator.api()
                .body(Map.of("range", span.toString()))
                .post("/api/v1/pools/{id}/exclusions", pool)
                .statusCode();
        assertThat(status).as("exclude %s", span).isEqualTo(possible ? 201 : 409);
        if (possible) {
            model.plan = changed;
        }
    }

    private static <T> @Nullable T pick(Random random, List<T> from) {
        return from.isEmpty() ? null : from.get(random.nextInt(from.size()));
    }
}
