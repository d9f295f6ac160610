package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.auditlog.CallSupport.Call;
import dev.ibportal.portal.pages.Sights;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** Calls that decide removals which somebody asked for. */
final class RemovalCalls {
    private static final String REQUESTS = "/api/v1/removal-requests/";

    private RemovalCalls() {}

    static void add(Map<String, Call> calls, World world, Person root, Supplier<UUID> partition) {
        calls.put("POST /api/v1/removal-requests/{id}/approve", () -> {
            String path = REQUESTS + Sights.removal(world, partition.get(), UUID.randomUUID());
            String digest = root.api().get(path).path("preview.digest");
            return root.api().body(Map.of("digest", digest)).post(path + "/approve");
        });
        calls.put(
                "POST /api/v1/removal-requests/{id}/deny",
                () -> root.api().post(REQUESTS + Sights.removal(world, partition.get(), UUID.randomUUID()) + "/deny"));
        calls.put(
                "POST /api/v1/removal-requests/{id}/withdraw",
                () -> root.api().post(REQUESTS + Sights.removal(world, partition.get(), root.id()) + "/withdraw"));
    }
}
