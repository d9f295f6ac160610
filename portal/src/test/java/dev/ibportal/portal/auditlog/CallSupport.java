package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.session.LineTestBase;
import dev.ibportal.portal.testing.World.Person;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;

/** What the calls of {@link ChangingCalls} are made with: things of their own to change, and a look at the event. */
abstract class CallSupport extends LineTestBase {
    private static final String WHOLE = """
            SELECT count(*) FROM audit_event WHERE request_id = ?::uuid AND outcome = ? AND actor_name = ?
              AND actor_id IS NOT NULL AND action <> '' AND object_kind <> '' AND source_address <> '' AND at IS NOT NULL""";

    Person root = new Person(new UUID(0, 0), "", "");
    final List<String> wrong = new ArrayList<>();
    int names;

    @BeforeEach
    void place() {
        root = operator;
    }

    interface Call {
        Response answer();
    }

    RequestSpecification body(Object body) {
        return root.api().body(body);
    }

    RequestSpecification forTenant(Object body) {
        return root.apiFor(tenant).body(body);
    }

    RequestSpecification matching(String path, Object body) {
        return root.api()
                .header("If-Match", root.api().get(path).header("ETag"))
                .body(body);
    }

    String name() {
        return "thing " + ++names;
    }

    UUID node() {
        return cluster.node(name(), fabric, "0x0002c903000000%02x".formatted(++names), tenant);
    }

    String member(UUID partition) {
        String name = name();
        cluster.node(name, fabric, "0x0002c903000001%02x".formatted(++names), tenant);
        String id = cluster.member(partition, Map.of("node", name, "membership", "full"))
                .statusCode(201)
                .extract()
                .path("id");
        return "/api/v1/partitions/" + partition + "/members/" + id;
    }

    UUID partition() {
        return cluster.partition(tenant, fabric, name());
    }

    UUID pool() {
        return cluster.pool(tenant, partition(), "10.%d.0.0/24".formatted(++names));
    }

    RequestSpecification patching(String path, Object body) {
        return matching(path, body).contentType("application/merge-patch+json");
    }

    void assertEvent(String endpoint, Response answer, String outcome, String actor, List<String> wrong) {
        String request = answer.header("X-Request-Id");
        if (world.string(WHOLE, request, outcome, actor).equals("0")) {
            wrong.add(endpoint + " left no whole event: "
                    + world.strings(
                            "SELECT row_to_json(e)::text FROM audit_event e WHERE request_id = ?::uuid", request));
        }
    }
}
