package dev.ibportal.portal.ipam;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random calls against the portal and against a model that lists every address: same answers, and after each call the
 * rows add up. A call that fails half way is one that must not have happened.
 */
@QuarkusTest
class AllocatorModelTest extends IpamTestBase {
    private static final int STEPS = 150;

    private static final String SMALL = "10.77.70.0/27";
    private static final String LARGE = "10.77.70.0/26";
    private static final IpAddress GATEWAY = IpAddress.parse("10.77.70.1");

    /** What the pool should be, kept the naive way: every address is looked at. */
    private static final class Model {
        private IpPrefix prefix = IpPrefix.parse(SMALL);
        private List<IpRange> ranges = new ArrayList<>();
        private List<IpRange> exclusions = new ArrayList<>();
        private final TreeMap<IpAddress, String> taken = new TreeMap<>();

        List<IpAddress> handedOut() {
            List<IpAddress> all = new ArrayList<>();
            IpAddress broadcast = prefix.range().last();
            for (IpAddress ip = prefix.address().plus(1); ip.compareTo(broadcast) < 0; ip = ip.plus(1)) {
                IpAddress one = ip;
                boolean wanted = ranges.isEmpty() || ranges.stream().anyMatch(range -> range.contains(one));
                if (wanted && !one.equals(GATEWAY) && exclusions.stream().noneMatch(range -> range.contains(one))) {
                    all.add(one);
                }
            }
            return all;
        }

        List<IpAddress> free() {
            return handedOut().stream().filter(ip -> !taken.containsKey(ip)).toList();
        }

        /** Whether it still hands out all that is taken; else it is as it was before. */
        boolean becomes(IpPrefix to, List<IpRange> newRanges, List<IpRange> newExclusions) {
            IpPrefix oldPrefix = prefix;
            List<IpRange> oldRanges = ranges;
            List<IpRange> oldExclusions = exclusions;
            prefix = to;
            ranges = newRanges;
            exclusions = newExclusions;
            if (handedOut().containsAll(taken.keySet())) {
                return true;
            }
            prefix = oldPrefix;
            ranges = oldRanges;
            exclusions = oldExclusions;
            return false;
        }

        static List<IpRange> plus(List<IpRange> spans, IpRange more) {
            return Stream.concat(spans.stream(), Stream.of(more)).toList();
        }

        static List<IpRange> minus(List<IpRange> spans, IpRange gone) {
            List<IpRange> left = new ArrayList<>(spans);
            left.remove(gone);
            return left;
        }

        List<IpRange> cut(List<IpRange> spans, IpPrefix to) {
            return spans.stream()
                    .flatMap(span -> span.intersection(to.range()).stream())
                    .toList();
        }
    }

    @Test
    void answersAsTheModelDoes() {
        SeededRun.repeat(3, random -> {
            UUID fresh = cluster.partition(tenant, fabric, "run " + random.nextLong());
            UUID pool = cluster.pool(tenant, fresh, SMALL, Map.of("gateway", GATEWAY.toString()));
            Model model = new Model();
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
        switch (random.nextInt(16)) {
            case 0, 1, 2 -> next(pool, model);
            case 3, 4 -> exactly(pool, model, address(random));
            case 5, 6 -> many(pool, model, 1 + random.nextInt(12));
            case 7, 8, 9, 10 -> release(pool, model, random);
            case 11 -> add(pool, model, "exclusions", random);
            case 12 -> add(pool, model, "ranges", random);
            case 13 -> drop(pool, model, "exclusions", random);
            case 14 -> drop(pool, model, "ranges", random);
            default -> resize(pool, model, random.nextBoolean() ? SMALL : LARGE);
        }
    }

    private static IpAddress address(Random random) {
        return IpAddress.parse("10.77.70.0").plus(random.nextInt(64));
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
        int refused = model.prefix.contains(ip) ? 409 : 422;
        assertThat(answer.statusCode()).as("%s", ip).isEqualTo(possible ? 201 : refused);
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

    private void add(UUID pool, Model model, String kind, Random random) {
        IpAddress first = address(random);
        IpRange span = new IpRange(first, first.plus(random.nextInt(kind.equals("ranges") ? 12 : 3)));
        boolean isRange = kind.equals("ranges");
        boolean inside = model.prefix.range().contains(span);
        boolean apart = !isRange || model.ranges.stream().noneMatch(span::overlaps);
        int status = operator.api()
                .body(Map.of("range", span.toString()))
                .post("/api/v1/pools/{id}/{kind}", pool, kind)
                .statusCode();
        boolean possible = inside
                && apart
                && (isRange
                        ? model.becomes(model.prefix, Model.plus(model.ranges, span), model.exclusions)
                        : model.becomes(model.prefix, model.ranges, Model.plus(model.exclusions, span)));
        assertThat(status).as("add %s to %s", span, kind).isEqualTo(!inside ? 422 : possible ? 201 : 409);
    }

    private void drop(UUID pool, Model model, String kind, Random random) {
        List<Map<String, String>> parts =
                operator.api().get("/api/v1/pools/{id}", pool).path(kind);
        @Nullable Map<String, String> part = pick(random, parts);
        if (part == null) {
            return;
        }
        IpRange span = IpRange.parse(String.valueOf(part.get("range")));
        int status = operator.api()
                .delete("/api/v1/pools/{id}/{kind}/{part}", pool, kind, part.get("id"))
                .statusCode();
        boolean possible = kind.equals("ranges")
                ? model.becomes(model.prefix, Model.minus(model.ranges, span), model.exclusions)
                : model.becomes(model.prefix, model.ranges, Model.minus(model.exclusions, span));
        assertThat(status).as("drop %s of %s", span, kind).isEqualTo(possible ? 200 : 409);
    }

    private void resize(UUID pool, Model model, String to) {
        IpPrefix prefix = IpPrefix.parse(to);
        int status = operator.api()
                .header(
                        "If-Match",
                        operator.api().get("/api/v1/pools/{id}", pool).header("ETag"))
                .body(Map.of("prefix", to))
                .post("/api/v1/pools/{id}/resize", pool)
                .statusCode();
        List<IpRange> ranges = model.cut(model.ranges, prefix);
        if (ranges.isEmpty() && !model.ranges.isEmpty()) {
            assertThat(status).as("resize to %s", to).isEqualTo(422);
            return;
        }
        boolean possible = model.becomes(prefix, ranges, model.cut(model.exclusions, prefix));
        assertThat(status).as("resize to %s", to).isEqualTo(possible ? 200 : 409);
    }

    private static <T> @Nullable T pick(Random random, List<T> from) {
        return from.isEmpty() ? null : from.get(random.nextInt(from.size()));
    }
}
