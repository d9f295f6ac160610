package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.auditlog.CallSupport.Call;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** Changing calls on rollouts. */
final class RolloutCalls {
    private static final String ROLLOUTS = "/api/v1/rollouts/";

    private RolloutCalls() {}

    static void add(Map<String, Call> calls, World world, Person root, Supplier<UUID> node) {
        calls.put("POST /api/v1/rollouts", () -> {
            UUID one = node.get();
            return root.api()
                    .body(Map.of(
                            "name",
                            "spring",
                            "profile",
                            "inbox-debian",
                            "evenUnknown",
                            true,
                            "selector",
                            "name="
                                    + world.string("SELECT name FROM node WHERE id = ?", one)
                                            .replace(' ', '*')))
                    .post("/api/v1/rollouts");
        });
        Map.of("start", "planned", "pause", "running", "resume", "paused", "abort", "running", "roll-back", "halted")
                .forEach((order, state) -> calls.put(
                        "POST /api/v1/rollouts/{id}/" + order,
                        () -> root.api().post(ROLLOUTS + rollout(world, node.get(), state, "waiting") + "/" + order)));
        Map.of("skip", "waiting", "retry", "failed")
                .forEach((what, state) -> calls.put("POST /api/v1/rollouts/{id}/nodes/{node}/" + what, () -> {
                    UUID one = node.get();
                    return root.api()
                            .post(ROLLOUTS + rollout(world, one, "paused", state) + "/nodes/" + one + "/" + what);
                }));
        calls.put(
                "PUT /api/v1/redundancy-groups/{name}",
                () -> root.api()
                        .body(Map.of("nodes", List.of(node.get().toString())))
                        .put("/api/v1/redundancy-groups/storage"));
    }

    private static UUID rollout(World world, UUID node, String state, String nodeState) {
        UUID id = UUID.randomUUID();
        world.execute(
                "INSERT INTO rollout (id, name, profile_id, profile, selector, rules, state, created_by, started_at)"
                        + " VALUES (?, 'spring', 'own', ?::jsonb, '', '{}', ?, 'root', now())",
                id,
                DriverCalls.catalogue("own"),
                state);
        world.execute(
                "INSERT INTO rollout_node (rollout_id, node_id, position, wave, state) VALUES (?, ?, 1, 0, ?)",
                id,
                node,
                nodeState);
        return id;
    }
}
