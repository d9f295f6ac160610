package dev.ibportal.portal.platform.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Endpoints;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Each role at each endpoint of API, pages and live streams, against a table written by hand; what each answered is left
 * in {@code target/role-matrix.md}.
 */
@QuarkusTest
class RoleMatrixTest {
    private static final Path REPORT = Path.of("target", "role-matrix.md");
    private static final String STRANGER = "stranger";
    /** Ends what the others still need. */
    private static final Set<String> ENDS_SESSIONS = Set.of("/logout", "/settings/password");

    @Inject
    World world;

    @Test
    void everyEndpointHasARowAndEveryRowAnEndpoint() throws IOException {
        Set<String> endpoints = new TreeSet<>(Endpoints.http());
        endpoints.addAll(Endpoints.grpc());
        assertThat(table().keySet())
                .as("each endpoint needs a line in role-matrix.txt that says which roles may call it")
                .containsExactlyInAnyOrderElementsOf(endpoints);
    }

    /** What the description of the API lists is what there is. */
    @Test
    void theDescriptionOfTheApiHidesNothing() {
        Map<String, Map<String, Object>> paths =
                RestAssured.get("/q/openapi?format=json").jsonPath().getMap("paths");
        Set<String> described = new TreeSet<>();
        paths.forEach((path, calls) -> calls.keySet().stream()
                .filter(method ->
                        Set.of("get", "post", "put", "patch", "delete").contains(method))
                .forEach(method -> described.add(method.toUpperCase(java.util.Locale.ROOT) + " " + path)));
        Set<String> api = new TreeSet<>(Endpoints.http());
        api.removeIf(endpoint -> !endpoint.contains(" /api/"));

        assertThat(described).isEqualTo(api);
    }

    @Test
    void aRoleMayCallWhatTheTableSaysAndNothingElse() throws IOException {
        world.reset();
        UUID tenant = world.tenant("Aldermoor");
        Map<String, Person> people = new TreeMap<>();
        for (Role role : Role.values()) {
            people.put(role.text(), world.person(role.text(), role, role == Role.OPERATOR ? null : tenant));
        }
        Map<String, Browser> browsers = new TreeMap<>();
        people.keySet().forEach(login -> browsers.put(login, Browser.of(login)));
        List<String> wrong = new ArrayList<>();
        Map<String, Map<String, String>> answers = new LinkedHashMap<>();
        table().forEach((endpoint, allowed) -> {
            if (endpoint.startsWith("GRPC")) {
                return;
            }
            Map<String, String> row = answers.computeIfAbsent(endpoint, e -> new LinkedHashMap<>());
            people.forEach((role, person) -> {
                Answer answer = endpoint.contains(" /api/")
                        ? api(person.apiFor(tenant), endpoint)
                        : page(session(browsers, role, endpoint), endpoint);
                row.put(role, answer.told());
                if (answer.may() != allowed.contains(role) || answer.status() >= 500) {
                    wrong.add(endpoint + " as " + role + " answers " + answer.told());
                }
            });
        });
        write(answers, people.keySet());

        assertThat(wrong).isEmpty();
    }

    private static Browser session(Map<String, Browser> browsers, String role, String endpoint) {
        if (pathOf(endpoint).equals("/settings/sessions/end")) {
            // It ends all others of the same person.
            browsers.computeIfPresent(role, (who, ended) -> Browser.of(who));
            return browsers.getOrDefault(role, new Browser("en"));
        }
        return ENDS_SESSIONS.contains(pathOf(endpoint)) || endpoint.contains("sessions")
                ? Browser.of(role)
                : browsers.getOrDefault(role, new Browser("en"));
    }

    @Test
    void nobodyGetsAnythingWithoutLoggingIn() throws IOException {
        List<String> wrong = new ArrayList<>();
        table().forEach((endpoint, allowed) -> {
            if (endpoint.startsWith("GRPC")) {
                return;
            }
            Answer answer = endpoint.contains(" /api/")
                    ? api(RestAssured.given().contentType(ContentType.JSON), endpoint)
                    : page(new Browser("en"), endpoint);
            if (answer.may() != allowed.contains(STRANGER)) {
                wrong.add(endpoint + " answers a stranger " + answer.told());
            }
        });

        assertThat(wrong).isEmpty();
    }

    /** What came back: refused is 401, 403, or being sent to the log-in. */
    private record Answer(int status, boolean may) {
        String told() {
            return may ? status + "" : status == 303 ? "log-in" : status + " refused";
        }
    }

    private static Answer api(RequestSpecification caller, String endpoint) {
        boolean hasBody = !endpoint.startsWith("GET") && !endpoint.startsWith("DELETE");
        int status = (hasBody ? caller.body("{}") : caller)
                .accept("*/*")
                .request(endpoint.split(" ", 2)[0], pathOf(endpoint))
                .statusCode();
        return new Answer(status, status != 401 && status != 403);
    }

    private Answer page(Browser browser, String endpoint) {
        String path = pathOf(endpoint);
        if (path.equals("/live")) {
            return stream(browser);
        }
        Response answer = endpoint.startsWith("GET") ? browser.open(path) : browser.post(path, Map.of());
        int status = answer.statusCode();
        String location = String.valueOf(answer.header("Location"));
        boolean toLogIn = status == 303 && location.contains("/login?next=") && !path.startsWith("/invitation");
        return new Answer(status, status != 403 && !toLogIn && (status != 401 || path.equals("/login")));
    }

    /** Only its beginning: it does not end by itself. */
    private Answer stream(Browser browser) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(RestAssured.baseURI + ":" + RestAssured.port + "/live?watch=nodes")
                            .toURL()
                            .openConnection();
            connection.setInstanceFollowRedirects(false);
            connection.setRequestProperty("Accept", "text/event-stream");
            connection.setRequestProperty("Cookie", WebSessions.COOKIE + "=" + browser.cookie(WebSessions.COOKIE));
            int status = connection.getResponseCode();
            connection.disconnect();
            return new Answer(status, status == 200);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String pathOf(String endpoint) {
        return endpoint.split(" ", 2)[1].replaceAll(
                "\\{[^}]+}", UUID.randomUUID().toString());
    }

    private static void write(Map<String, Map<String, String>> answers, Set<String> roles) throws IOException {
        StringBuilder text =
                new StringBuilder("What each role is answered at each endpoint, with ids that do not exist and"
                        + " empty bodies.\n\n| endpoint | ");
        text.append(String.join(" | ", roles))
                .append(" |\n|---|")
                .append("---|".repeat(roles.size()))
                .append('\n');
        answers.forEach((endpoint, row) -> text.append("| ")
                .append(endpoint)
                .append(" | ")
                .append(String.join(" | ", row.values()))
                .append(" |\n"));
        Files.writeString(REPORT, text);
    }

    /** Lines like {@code GET /api/v1/tenants: operator, planner}. */
    private static Map<String, Set<String>> table() throws IOException {
        Map<String, Set<String>> table = new TreeMap<>();
        try (InputStream text = RoleMatrixTest.class.getResourceAsStream("/role-matrix.txt")) {
            assertThat(text).isNotNull();
            new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split(": ", 2))
                    .forEach(parts -> assertThat(table.put(parts[0].strip(), roles(parts[1])))
                            .as("two lines for " + parts[0])
                            .isNull());
        }
        return table;
    }

    private static Set<String> roles(String text) {
        Set<String> roles = new TreeSet<>(Arrays.asList(text.strip().split("\\s*,\\s*")));
        boolean anyone = roles.remove("anyone");
        if (roles.remove("all") || anyone) {
            Arrays.stream(Role.values()).map(Role::text).forEach(roles::add);
        }
        if (anyone) {
            roles.add(STRANGER);
        }
        return roles;
    }
}
