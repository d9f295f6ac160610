package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.auditlog.CallSupport.Call;
import dev.ibportal.portal.testing.World.Person;
import java.util.Map;

/** Changing calls on the catalogue of drivers. */
final class DriverCalls {
    private DriverCalls() {}

    static void add(Map<String, Call> calls, Person root) {
        calls.put(
                "POST /api/v1/driver-catalogue/imports",
                () -> root.api().body(catalogue("own-a")).post("/api/v1/driver-catalogue/imports"));
        calls.put("DELETE /api/v1/driver-profiles/{id}", () -> {
            root.api().body(catalogue("own-b")).post("/api/v1/driver-catalogue/imports");
            return root.api().delete("/api/v1/driver-profiles/own-b");
        });
    }

    static String catalogue(String id) {
        return """
                {"profiles": [{"id": "%s", "stack": "inbox", "version": "", "systems": [], "architectures": [],
                  "drivers": [], "without": [], "kernels": [], "lastKernel": "", "packages": [],
                  "sources": [{"about": "packages", "text": "us"}]}]}""".formatted(id);
    }
}
