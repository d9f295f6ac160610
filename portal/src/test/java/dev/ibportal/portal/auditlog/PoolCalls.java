package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.auditlog.CallSupport.Call;
import dev.ibportal.portal.testing.World.Person;
import io.restassured.response.Response;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** Calls that change the shape of a pool. */
final class PoolCalls {
    private PoolCalls() {}

    static void add(Map<String, Call> calls, Person root, Supplier<UUID> pools) {
        for (String kind : new String[] {"ranges", "exclusions"}) {
            String path = "/" + kind + "/{" + kind.substring(0, kind.length() - 1) + "}";
            calls.put("PUT /api/v1/pools/{id}" + path, () -> {
                Span span = span(root, pools.get(), kind);
                return root.api().body(Map.of("range", span.first + ".30")).put(span.path);
            });
            calls.put("DELETE /api/v1/pools/{id}" + path, () -> root.api().delete(span(root, pools.get(), kind).path));
        }
        calls.put("POST /api/v1/pools/{id}/resize", () -> {
            String path = "/api/v1/pools/" + pools.get();
            Response pool = root.api().get(path);
            return root.api()
                    .header("If-Match", pool.header("ETag"))
                    .body(Map.of("prefix", pool.<String>path("prefix").replace("/24", "/23")))
                    .post(path + "/resize");
        });
    }

    private record Span(String path, String first) {}

    private static Span span(Person root, UUID pool, String kind) {
        String path = "/api/v1/pools/" + pool;
        String first = root.api().get(path).<String>path("prefix").replace(".0/24", "");
        Response answer = root.api().body(Map.of("range", first + ".20")).post(path + "/" + kind);
        return new Span(path + "/" + kind + "/" + answer.path(kind + "[0].id"), first);
    }
}
