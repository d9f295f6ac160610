package dev.ibportal.portal.platform.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Each role at each endpoint, against a table written by hand. */
@QuarkusTest
class RoleMatrixTest {
    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

    @Inject
    World world;

    @Test
    void everyEndpointHasARowAndEveryRowAnEndpoint() throws IOException {
        assertThat(endpoints())
                .as("each endpoint needs a line in role-matrix.txt that says which roles may call it")
                .containsExactlyInAnyOrderElementsOf(table().keySet());
    }

    @Test
    void aRoleMayCallWhatTheTableSaysAndNothingElse() throws IOException {
        world.reset();
        UUID tenant = world.tenant("Aldermoor");
        Map<String, Person> people = new TreeMap<>();
        for (Role role : Role.values()) {
            people.put(role.text(), world.person(role.text(), role, role == Role.OPERATOR ? null : tenant));
        }
        List<String> wrong = new ArrayList<>();
        table().forEach((endpoint, allowed) -> people.forEach((role, person) -> {
            int status = call(person.apiFor(tenant), endpoint);
            boolean may = status != 401 && status != 403;
            if (may != allowed.contains(role) || status >= 500) {
                wrong.add(endpoint + " as " + role + " answers " + status);
            }
        }));

        assertThat(wrong).isEmpty();
    }

    @Test
    void nobodyGetsAnythingWithoutLoggingIn() throws IOException {
        for (String endpoint : table().keySet()) {
            assertThat(call(RestAssured.given().contentType(ContentType.JSON), endpoint))
                    .as(endpoint)
                    .isEqualTo(401);
        }
    }

    private static int call(RequestSpecification caller, String endpoint) {
        String[] parts = endpoint.split(" ", 2);
        String path = parts[1].replaceAll("\\{[^}]+}", UUID.randomUUID().toString());
        boolean hasBody = !parts[0].equals("GET") && !parts[0].equals("DELETE");
        return (hasBody ? caller.body("{}") : caller)
                .accept("*/*")
                .request(parts[0], path)
                .statusCode();
    }

    private static Set<String> endpoints() {
        Map<String, Map<String, Object>> paths =
                RestAssured.get("/q/openapi?format=json").jsonPath().getMap("paths");
        Set<String> found = new TreeSet<>();
        paths.forEach((path, operations) -> operations.keySet().stream()
                .filter(METHODS::contains)
                .forEach(method -> found.add(method.toUpperCase(Locale.ROOT) + " " + path)));
        return found;
    }

    /** Lines like {@code GET /api/v1/tenants: operator, planner}. */
    private static Map<String, Set<String>> table() throws IOException {
        Map<String, Set<String>> table = new TreeMap<>();
        try (InputStream text = RoleMatrixTest.class.getResourceAsStream("/role-matrix.txt")) {
            assertThat(text).isNotNull();
            new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split(":", 2))
                    .forEach(parts -> table.put(parts[0].strip(), roles(parts[1])));
        }
        return table;
    }

    private static Set<String> roles(String text) {
        Set<String> roles = new TreeSet<>(Arrays.asList(text.strip().split("\\s*,\\s*")));
        if (roles.remove("all")) {
            Arrays.stream(Role.values()).map(Role::text).forEach(roles::add);
        }
        return roles;
    }
}
