package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.auditlog.CallSupport.Call;
import dev.ibportal.portal.pages.Sights;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import java.util.Map;
import java.util.UUID;

/** Calls that ask for something, and that decide it. */
final class RequestCalls {
    private static final String REQUESTS = "/api/v1/requests/";

    private RequestCalls() {}

    static void add(Map<String, Call> calls, World world, Person root, UUID tenant, UUID fabric) {
        rules(calls, root, tenant, fabric);
        calls.put(
                "POST /api/v1/requests",
                () -> root.api()
                        .body(Map.of(
                                "tenant",
                                tenant.toString(),
                                "kind",
                                "partition",
                                "title",
                                "a place for rain",
                                "partition",
                                Map.of("fabric", fabric.toString(), "name", "rain")))
                        .post("/api/v1/requests"));
        calls.put(
                "POST /api/v1/requests/{id}/submit",
                () -> root.api().post(REQUESTS + Sights.draft(world, tenant, fabric, root.id()) + "/submit"));
        calls.put(
                "POST /api/v1/requests/{id}/withdraw",
                () -> root.api().post(REQUESTS + Sights.request(world, tenant, fabric, root.id()) + "/withdraw"));
        calls.put(
                "POST /api/v1/requests/{id}/comments",
                () -> root.api()
                        .body(Map.of("text", "what for?"))
                        .post(REQUESTS + others(world, tenant, fabric) + "/comments"));
        calls.put("POST /api/v1/requests/{id}/approve", () -> {
            String path = REQUESTS + others(world, tenant, fabric);
            String digest = root.api().get(path).path("digest");
            return root.api().body(Map.of("digest", digest)).post(path + "/approve");
        });
        calls.put(
                "POST /api/v1/requests/{id}/deny",
                () -> root.api()
                        .body(Map.of("reason", "not now"))
                        .post(REQUESTS + others(world, tenant, fabric) + "/deny"));
    }

    private static void rules(Map<String, Call> calls, Person root, UUID tenant, UUID fabric) {
        calls.put(
                "PUT /api/v1/approval-rules",
                () -> root.api()
                        .body(Map.of("tenant", tenant.toString(), "approvals", 2))
                        .put("/api/v1/approval-rules"));
        calls.put("DELETE /api/v1/approval-rules/{id}", () -> {
            String id = root.api()
                    .body(Map.of("fabric", fabric.toString(), "approvals", 1))
                    .put("/api/v1/approval-rules")
                    .path("id");
            return root.api().delete("/api/v1/approval-rules/" + id);
        });
    }

    private static UUID others(World world, UUID tenant, UUID fabric) {
        return Sights.request(world, tenant, fabric, UUID.randomUUID());
    }
}
