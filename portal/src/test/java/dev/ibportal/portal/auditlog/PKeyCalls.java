package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.auditlog.CallSupport.Call;
import dev.ibportal.portal.testing.World.Person;
import io.restassured.response.Response;
import java.util.Map;
import java.util.UUID;

/** Calls that keep PKeys back. */
final class PKeyCalls {
    private PKeyCalls() {}

    static void add(Map<String, Call> calls, Person root, UUID fabric) {
        String path = "/api/v1/fabrics/" + fabric + "/pkeys/";
        calls.put(
                "PUT /api/v1/fabrics/{id}/pkeys/{pkey}/reservation", () -> reserve(root, path + "0xf001/reservation"));
        calls.put("DELETE /api/v1/fabrics/{id}/pkeys/{pkey}/reservation", () -> {
            reserve(root, path + "0xf002/reservation").then().statusCode(200);
            return root.api().delete(path + "0xf002/reservation");
        });
    }

    private static Response reserve(Person root, String path) {
        return root.api().body(Map.of("reason", "another system's")).put(path);
    }
}
