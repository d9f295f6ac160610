package dev.ibportal.portal.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.SeededRun;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import dev.ibportal.types.PKey;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random calls against the allocator of PKeys and against a model that lists every key: automatic and chosen keys, removals,
 * the end of quarantines, other ranges. Same answers, and after each call the same keys are taken and cooling down.
 */
@QuarkusTest
class PKeyAllocatorModelTest {
    private static final int STEPS = 80;
    private static final int FIRST = 0x10;
    private static final int LAST = 0x1f;

    @Inject
    World world;

    @Inject
    FabricDb db;

    @Inject
    PartitionLifeSql life;

    private UUID tenant = UUID.randomUUID();

    private static final class Model {
        private int from = FIRST;
        private int to = LAST - 6;
        private int names;
        private final TreeMap<Integer, String> taken = new TreeMap<>();
        private final TreeSet<Integer> cooling = new TreeSet<>();

        boolean isFree(int key) {
            return !taken.containsKey(key) && !cooling.contains(key);
        }

        @Nullable
        Integer lowest() {
            return IntStream.rangeClosed(from, to)
                    .filter(this::isFree)
                    .boxed()
                    .findFirst()
                    .orElse(null);
        }
    }

    @Test
    void answersAsTheModelDoes() {
        SeededRun.repeat(2, random -> {
            world.reset();
            Person operator = world.operator("root");
            tenant = world.tenant("Aldermoor");
            UUID fabric = new Cluster(operator).fabric("ib");
            Model model = new Model();
            range(operator, fabric, model);
            for (int step = 0; step < STEPS; step++) {
                act(random, operator, fabric, model);
                assertThat(keys(fabric, "taken")).isEqualTo(List.copyOf(model.taken.keySet()));
                assertThat(keys(fabric, "quarantined")).isEqualTo(List.copyOf(model.cooling));
            }
        });
    }

    private List<Integer> keys(UUID fabric, String state) {
        return world
                .strings("SELECT pkey FROM pkey_slot WHERE fabric_id = ? AND state = ? ORDER BY pkey", fabric, state)
                .stream()
                .map(Integer::valueOf)
                .toList();
    }

    private void act(Random random, Person operator, UUID fabric, Model model) {
        switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> make(operator, fabric, model, null);
            case 4 -> make(operator, fabric, model, FIRST + random.nextInt(LAST - FIRST + 4));
            case 5, 6, 7 -> remove(random, operator, fabric, model);
            case 8 -> coolDown(random, fabric, model);
            default -> {
                model.from = FIRST + random.nextInt(6);
                model.to = model.from + 3 + random.nextInt(8);
                range(operator, fabric, model);
            }
        }
    }

    private void make(Person operator, UUID fabric, Model model, @Nullable Integer chosen) {
        Map<String, Object> form = new HashMap<>(Map.of("fabric", fabric.toString(), "name", "p" + model.names++));
        if (chosen != null) {
            form.put("pkey", new PKey(chosen).toString());
        }
        Integer expected = chosen == null ? model.lowest() : model.isFree(chosen) ? chosen : null;
        Response answer = operator.apiFor(tenant).body(form).post("/api/v1/partitions");
        assertThat(answer.statusCode()).as("%s", form).isEqualTo(expected == null ? 409 : 201);
        if (expected != null) {
            assertThat(answer.<String>path("pkey")).isEqualTo(new PKey(expected).toString());
            model.taken.put(expected, answer.path("id"));
        }
    }

    private void remove(Random random, Person operator, UUID fabric, Model model) {
        if (model.taken.isEmpty()) {
            return;
        }
        int key = pick(random, model.taken.keySet());
        operator.api()
                .delete("/api/v1/partitions/{id}", model.taken.remove(key))
                .then()
                .statusCode(202);
        advance(fabric);
        model.cooling.add(key);
    }

    private void coolDown(Random random, UUID fabric, Model model) {
        if (model.cooling.isEmpty()) {
            return;
        }
        int key = pick(random, model.cooling);
        model.cooling.remove(key);
        world.execute(
                "UPDATE pkey_slot SET free_after = now() - interval '1 second' WHERE fabric_id = ? AND pkey = ?",
                fabric,
                key);
        advance(fabric);
    }

    private static int pick(Random random, Iterable<Integer> from) {
        List<Integer> all = new ArrayList<>();
        from.forEach(all::add);
        return all.get(random.nextInt(all.size()));
    }

    private void advance(UUID fabric) {
        db.run(connection -> life.advance(connection, fabric));
    }

    private static void range(Person operator, UUID fabric, Model model) {
        Response present = operator.api().get("/api/v1/fabrics/{id}", fabric);
        operator.api()
                .header("If-Match", present.header("ETag"))
                .body(Map.of(
                        "name",
                        present.<String>path("name"),
                        "pkeyFirst",
                        new PKey(model.from).toString(),
                        "pkeyLast",
                        new PKey(model.to).toString(),
                        "quarantineSeconds",
                        600))
                .put("/api/v1/fabrics/{id}", fabric)
                .then()
                .statusCode(200);
    }
}
