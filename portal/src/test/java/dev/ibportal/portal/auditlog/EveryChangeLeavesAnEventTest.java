package dev.ibportal.portal.auditlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Walks every endpoint that changes something: once with success, once refused. Each time the event with the request's id
 * must be there and tell who, for whom, what, on what, how it ended, from where and when. A new endpoint needs a line in
 * {@link #successes}.
 */
@QuarkusTest
class EveryChangeLeavesAnEventTest extends ChangingCalls {
    private static final Set<String> CHANGING = Set.of("post", "put", "patch", "delete");

    /** Whoever may do these, may do them with whatever they send; what is theirs is refused by 404 below. */
    private static final Set<String> NOT_REFUSED_BY_ROLE = Set.of(
            "POST /api/v1/tokens",
            "PUT /api/v1/me/password",
            "POST /api/v1/invitations/acceptance",
            "POST /api/v1/requests");

    /** Who did it is not the operator there, so that these look for their events themselves. */
    private static final Set<String> BY_OTHERS =
            Set.of("PUT /api/v1/me/password", "POST /api/v1/invitations/acceptance");

    private static Set<String> changing() {
        Map<String, Map<String, Object>> paths =
                RestAssured.get("/q/openapi?format=json").jsonPath().getMap("paths");
        Set<String> found = new TreeSet<>();
        paths.forEach((path, operations) -> operations.keySet().stream()
                .filter(CHANGING::contains)
                .forEach(method -> found.add(method.toUpperCase(Locale.ROOT) + " " + path)));
        return found;
    }

    @Test
    void eachEndpointThatChangesSomethingIsWalked() {
        assertThat(new TreeSet<>(successes().keySet()))
                .as("put a call that succeeds into successes(), so that its event can be looked for")
                .containsExactlyInAnyOrderElementsOf(changing());
    }

    @Test
    void aSuccessIsKept() {
        successes().forEach((endpoint, call) -> {
            Response answer = call.answer();
            if (answer.statusCode() >= 300) {
                wrong.add(endpoint + " answers " + answer.statusCode() + " " + answer.asString());
            } else if (!BY_OTHERS.contains(endpoint)) {
                assertEvent(endpoint, answer, "success", "root", wrong);
            }
        });

        assertThat(wrong).isEmpty();
        assertThat(world.strings(
                        "SELECT action || ' ' || object_kind FROM audit_event WHERE actor_name LIKE 'database:%'"))
                .as("each of these changes wrote its event in a transaction of its own")
                .isEmpty();
    }

    @Test
    void aRefusalIsKept() {
        Person planner = world.planner("pat", tenant);
        for (String endpoint : changing()) {
            if (NOT_REFUSED_BY_ROLE.contains(endpoint)) {
                continue;
            }
            String[] parts = endpoint.split(" ", 2);
            String path = parts[1].replaceAll("\\{[^}]+}", UUID.randomUUID().toString());
            RequestSpecification caller = planner.api().accept("*/*");
            Response answer = (parts[0].equals("DELETE") ? caller : caller.body("{}")).request(parts[0], path);
            if (answer.statusCode() != 403 && answer.statusCode() != 404) {
                wrong.add(endpoint + " answers " + answer.statusCode());
            } else {
                assertEvent(endpoint, answer, "denied", "pat", wrong);
            }
        }

        assertThat(wrong).isEmpty();
    }

    @Test
    void anotherTenantsThingAndNothingAtAllLeaveTheSameTrace() {
        UUID pool = pool();
        Person stranger = world.tenantAdmin("ada", world.tenant("Brackwater"));
        for (UUID id : List.of(pool, UUID.randomUUID())) {
            Response answer = stranger.api().body("{}").post("/api/v1/pools/" + id + "/addresses");
            assertThat(answer.statusCode()).isEqualTo(404);
            assertEvent("POST /api/v1/pools/{id}/addresses", answer, "denied", "ada", wrong);
            assertThat(world.string(
                            "SELECT object_id FROM audit_event WHERE request_id = ?::uuid",
                            answer.header("X-Request-Id")))
                    .contains(id.toString());
        }

        assertThat(wrong).isEmpty();
    }
}
