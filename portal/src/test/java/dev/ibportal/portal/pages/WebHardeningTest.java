package dev.ibportal.portal.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.ibportal.portal.platform.security.WebSessions;
import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What protects pages, whichever they are. */
@QuarkusTest
class WebHardeningTest {
    private static final List<String> HEADERS = List.of(
            "Content-Security-Policy",
            "X-Content-Type-Options",
            "Referrer-Policy",
            "X-Frame-Options",
            "Cross-Origin-Opener-Policy",
            "Permissions-Policy");

    @Inject
    World world;

    @BeforeEach
    void somebody() {
        world.reset();
        world.operator("olga");
    }

    /** Every address to which a page can send something, read from the endpoints themselves. */
    private static Set<String> formTargets() throws ReflectiveOperationException {
        Set<String> targets = new LinkedHashSet<>();
        for (JavaClass found : new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.ibportal.portal")) {
            if (found.isAnnotatedWith(Path.class) && !found.isInterface()) {
                Class<?> type = Class.forName(found.getName(), false, WebHardeningTest.class.getClassLoader());
                String base = type.getAnnotation(Path.class).value();
                Arrays.stream(type.getDeclaredMethods())
                        .filter(WebHardeningTest::changes)
                        .map(method -> path(base, method))
                        .filter(path -> !path.startsWith("/api/"))
                        .forEach(targets::add);
            }
        }
        return targets;
    }

    private static boolean changes(Method method) {
        return Arrays.stream(method.getAnnotations())
                .map(annotation -> annotation.annotationType().getAnnotation(HttpMethod.class))
                .anyMatch(verb -> verb != null && !verb.value().equals("GET"));
    }

    private static String path(String base, Method method) {
        Path own = method.getAnnotation(Path.class);
        String path = (base + "/" + (own == null ? "" : own.value())).replaceAll("/+", "/");
        return path.replaceAll("\\{[^}]+}", UUID.randomUUID().toString()).replaceAll("(.)/$", "$1");
    }

    @Test
    void nothingIsChangedWithoutTheFormsToken() throws ReflectiveOperationException, IOException, InterruptedException {
        Set<String> targets = formTargets();
        assertThat(targets)
                .contains("/login", "/logout", "/settings/sessions/end")
                .hasSizeGreaterThan(20);
        Browser olga = Browser.of("olga");
        int before = world.count("audit_event", "outcome = 'success'");
        for (String target : targets) {
            assertThat(sent(olga)
                            .contentType("application/x-www-form-urlencoded")
                            .body("a=b")
                            .post(target)
                            .statusCode())
                    .as(target)
                    .isEqualTo(400);
            assertThat(sent(olga)
                            .contentType("application/x-www-form-urlencoded")
                            .body("csrf-token=guessed")
                            .post(target)
                            .statusCode())
                    .as(target + " with another's token")
                    .isEqualTo(400);
            for (String spelt : List.of(
                    "Application/x-www-form-urlencoded",
                    "APPLICATION/X-WWW-FORM-URLENCODED; charset=UTF-8",
                    "application/x-www-form-urlencoded ;charset=utf-8",
                    "application/X-www-form-urlencoded;boundary=multipart/form-data")) {
                assertThat(spelt(olga, target, spelt))
                        .as(target + " as " + spelt)
                        .isEqualTo(400);
            }
            assertThat(sent(olga).multiPart("a", "b").post(target).statusCode())
                    .as(target + " as multipart")
                    .isIn(400, 415);
            assertThat(sent(olga)
                            .contentType("text/plain")
                            .body("csrf-token=x")
                            .post(target)
                            .statusCode())
                    .as(target + " as text")
                    .isIn(400, 415);
            assertThat(sent(olga).post(target).statusCode())
                    .as(target + " without a body")
                    .isIn(400, 415);
        }
        assertThat(world.count("audit_event", "outcome = 'success'")).isEqualTo(before);
        assertThat(olga.open("/settings").statusCode()).as("still logged in").isEqualTo(200);
    }

    @Test
    void nothingAfterASemicolonMakesAnApiPathAPagesOne() throws IOException, InterruptedException {
        Browser olga = Browser.of("olga");
        for (String path : List.of("/api;x/v1/users", "/api/v1;/users", "/;x/api/v1/users")) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + RestAssured.port + path))
                    .header("Cookie", WebSessions.COOKIE + "=" + olga.cookie(WebSessions.COOKIE))
                    .build();
            assertThat(HttpClient.newHttpClient()
                            .send(request, HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .as(path)
                    .isIn(400, 401, 404);
        }
    }

    /** The header goes out letter by letter. */
    private static int spelt(Browser browser, String target, String type) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + RestAssured.port + target))
                .header("Content-Type", type)
                .header("Accept", "text/html")
                .header("Cookie", WebSessions.COOKIE + "=" + browser.cookie(WebSessions.COOKIE))
                .POST(HttpRequest.BodyPublishers.ofString("a=b"))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private static RequestSpecification sent(Browser browser) {
        return RestAssured.given()
                .redirects()
                .follow(false)
                .accept("text/html")
                .cookie(WebSessions.COOKIE, browser.cookie(WebSessions.COOKIE))
                .cookie("csrf-token", browser.cookie("csrf-token"));
    }

    @Test
    void aPageOfAnotherSiteSendsNothingEvenWithATokenOfItsOwn() {
        Browser olga = Browser.of("olga");
        String token = olga.get("/settings")
                .select("form[action=/logout] [name=csrf-token]")
                .val();
        for (Map<String, String> headers : List.of(
                Map.of("Sec-Fetch-Site", "cross-site"),
                Map.of("Sec-Fetch-Site", "same-site"),
                Map.of("Origin", "https://evil.example"),
                Map.of("Origin", "null"),
                Map.of("Origin", "http://localhost"))) {
            for (String target : List.of("/logout", "/login", "/settings/sessions/end")) {
                assertThat(sent(olga)
                                .headers(headers)
                                .contentType("application/x-www-form-urlencoded")
                                .body("csrf-token=" + token)
                                .post(target)
                                .statusCode())
                        .as(target + " " + headers)
                        .isEqualTo(403);
            }
        }
        assertThat(sent(olga)
                        .header("Sec-Fetch-Site", "same-origin")
                        .header("Origin", "http://localhost:" + RestAssured.port)
                        .contentType("application/x-www-form-urlencoded")
                        .body("csrf-token=" + token)
                        .post("/settings/sessions/end")
                        .statusCode())
                .isEqualTo(303);
    }

    @Test
    void cookiesAreForTheServerAloneAndNotForOtherSites() {
        Browser browser = new Browser("en");
        Response page = browser.open("/login");
        Response logIn = browser.send(
                Browser.parse(page), "form[action=/login]", Map.of("login", "olga", "password", World.PASSWORD));

        for (Response answer : List.of(page, logIn)) {
            assertThat(answer.headers().getValues("Set-Cookie"))
                    .isNotEmpty()
                    .allSatisfy(cookie -> assertThat(cookie)
                            .containsIgnoringCase("HttpOnly")
                            .containsIgnoringCase("SameSite=Lax")
                            .containsIgnoringCase("Path=/"));
        }
    }

    @Test
    void everyAnswerHasTheHeaders() {
        Browser olga = Browser.of("olga");
        String big = "{\"name\":\"" + "x".repeat(3 * 1024 * 1024) + "\"}";
        Map<String, Response> answers = Map.ofEntries(
                Map.entry("page", olga.open("/")),
                Map.entry("log-in page", new Browser("en").open("/login")),
                Map.entry("redirect", new Browser("en").open("/nodes")),
                Map.entry("missing page", olga.open("/nowhere")),
                Map.entry("API without token", RestAssured.get("/api/v1/tenants")),
                Map.entry("API with a bad body", RestAssured.given().body("{").post("/api/v1/tenants")),
                Map.entry(
                        "bad header",
                        RestAssured.given().header("Authorization", "Basic %%").get("/api/v1/me")),
                Map.entry(
                        "too large",
                        RestAssured.given()
                                .contentType("application/json")
                                .body(big)
                                .post("/api/v1/tenants")),
                Map.entry(
                        "forged form",
                        sent(olga)
                                .contentType("application/x-www-form-urlencoded")
                                .body("a=b")
                                .post("/logout")),
                Map.entry(
                        "foreign form",
                        sent(olga).header("Sec-Fetch-Site", "cross-site").post("/logout")),
                Map.entry("static file", RestAssured.get("/portal.css")),
                Map.entry("missing file", RestAssured.get("/vendor/none.js")),
                Map.entry("icon", RestAssured.get("/icon.svg")));
        answers.forEach((what, answer) ->
                HEADERS.forEach(header -> assertThat(answer.headers().getValues(header))
                        .as(what + " (" + answer.statusCode() + ") " + header)
                        .hasSize(1)));
        assertThat(answers)
                .extractingByKey("too large")
                .extracting(Response::statusCode)
                .isEqualTo(413);
    }

    @Test
    void thePolicyAllowsNothingInlineNothingForeignAndNoFrame() {
        RestAssured.get("/login")
                .then()
                .header(
                        "Content-Security-Policy",
                        equalTo("default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
                                + " form-action 'self'; frame-ancestors 'none'"))
                .header("X-Frame-Options", equalTo("DENY"))
                .header("X-Content-Type-Options", equalTo("nosniff"));
    }

    @Test
    void uploadsAreCappedHoweverTheyAreSent() {
        Browser olga = Browser.of("olga");
        String big = "x".repeat(3 * 1024 * 1024);

        assertThat(sent(olga)
                        .multiPart("file", "big.bin", big.getBytes(StandardCharsets.UTF_8))
                        .post("/settings")
                        .statusCode())
                .isIn(413, 415, 400);
        assertThat(sent(olga)
                        .contentType("application/x-www-form-urlencoded")
                        .body("a=" + big)
                        .post("/settings")
                        .statusCode())
                .isEqualTo(413);
    }

    @Test
    void aLogInWorksWithWhateverIsInTheJar() {
        for (String stale : List.of("", "stale", "x".repeat(500), "%E2%28%A1", "a\"b")) {
            Browser browser = new Browser("en");
            browser.cookie(WebSessions.COOKIE, stale);
            browser.cookie("ibportal_browser", stale);
            browser.cookie("tenant", stale);
            browser.cookie("language", stale);
            browser.cookie("q_session", stale);
            Response answer = browser.send(
                    browser.get("/login"), "form[action=/login]", Map.of("login", "olga", "password", World.PASSWORD));

            assertThat(answer.statusCode()).as(stale).isEqualTo(303);
            assertThat(browser.open("/settings").statusCode()).as(stale).isEqualTo(200);
        }
    }
}
