package dev.ibportal.portal.platform.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.not;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whoever does not prove who they are leaves a trace too, and cannot fill the log with it. */
@QuarkusTest
class StrangersLeaveATraceTest {
    private static final String KEPT = "SELECT action || ' ' || object_kind || ' ' || reason FROM audit_event"
            + " WHERE outcome = 'denied' AND actor_name = 'system:nobody' ORDER BY id";

    @Inject
    World world;

    @Inject
    StrangerAttempts attempts;

    @Inject
    Clock clock;

    @BeforeEach
    void begin() {
        attempts.sweep(clock.instant().plus(Duration.ofDays(1)));
        world.reset();
    }

    private List<String> kept(int count) {
        await().atMost(Duration.ofSeconds(5)).until(() -> world.strings(KEPT).size() >= count);
        return world.strings(KEPT);
    }

    @Test
    void wrongTokensAreKeptOnceAndThenCounted() {
        for (int i = 0; i < 20; i++) {
            RestAssured.given()
                    .header("Authorization", "Bearer ibp_nothing" + i)
                    .get("/api/v1/partitions")
                    .then()
                    .statusCode(401);
        }
        assertThat(kept(1)).singleElement().asString().startsWith("session.token token This is no token");

        attempts.sweep(clock.instant().plus(StrangerAttempts.WINDOW));

        assertThat(kept(2)).last().asString().endsWith("; 19 more like it");
        assertThat(world.string("SELECT after ->> 'more' FROM audit_event WHERE after IS NOT NULL"))
                .isEqualTo("19");
        assertThat(world.count("audit_event", "source_address = '127.0.0.1' AND action = 'session.token'"))
                .isEqualTo(2);
    }

    @Test
    void aFormWithoutTheTokenOfItsBrowserIsKept() {
        Browser stranger = new Browser("en");
        Document form = stranger.get("/login");
        stranger.cookie("csrf-token", "AAAAAAAAAAAAAAAAAAAAAA");

        Response answer =
                stranger.send(form, "form[action=/login]", Map.of("login", "root", "password", World.PASSWORD));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(kept(1))
                .containsExactly("request.post endpoint the form carried no token of this browser, or an old one");
        assertThat(world.string("SELECT object_id FROM audit_event WHERE outcome = 'denied'"))
                .isEqualTo("/login");
    }

    @Test
    void aRevokedTokenIsToldByItsBeginning() {
        Person ada = world.operator("ada");
        world.execute("UPDATE api_token SET revoked_at = now()");
        ada.api().get("/api/v1/partitions").then().statusCode(401);

        kept(1);
        assertThat(world.string("SELECT object_id FROM audit_event WHERE action = 'session.token'"))
                .isEqualTo(ada.token()
                        .substring(
                                0, world.string("SELECT prefix FROM api_token").length()))
                .hasSizeLessThan(ada.token().length() / 2);
    }

    @Test
    void nobodyAtAllAndEndedSessionsAndForeignPagesToo() {
        RestAssured.given().get("/api/v1/partitions").then().statusCode(401);
        RestAssured.given()
                .redirects()
                .follow(false)
                .accept("text/html")
                .cookie(SessionCookies.session(false), "gone")
                .get("/partitions")
                .then()
                .statusCode(303);
        RestAssured.given()
                .header("Origin", "https://elsewhere.example")
                .accept("text/html")
                .formParam("name", "x")
                .post("/tenants")
                .then()
                .statusCode(403);

        assertThat(kept(3))
                .contains("request.get endpoint not logged in")
                .anySatisfy(event -> assertThat(event).startsWith("session.cookie session The session"))
                .anySatisfy(event -> assertThat(event).startsWith("request.post endpoint This was sent by a page"));
    }

    @Test
    void toOpenAPageIsNoAttempt() {
        RestAssured.given()
                .redirects()
                .follow(false)
                .accept("text/html")
                .get("/partitions")
                .then()
                .statusCode(303);
        RestAssured.given().get("/api/v1/partitions").then().statusCode(401);

        assertThat(kept(1)).containsExactly("request.get endpoint not logged in");
    }

    @Test
    void anAccountThatExistsIsNamedToThoseWhoReadAllAndToNobodyElse() {
        var tenant = world.tenant("Aldermoor");
        world.planner("ada", tenant);
        Person own = world.auditor("own", tenant);
        Person all = world.auditor("all", null);
        for (String name : List.of("ada", "nobody-of-that-name")) {
            RestAssured.given()
                    .auth()
                    .preemptive()
                    .basic(name, "wrong horse battery")
                    .contentType("application/json")
                    .body(Map.of("name", "x"))
                    .post("/api/v1/tokens")
                    .then()
                    .statusCode(401)
                    .body("detail", equalTo("This name and password do not belong together."));
        }

        all.api()
                .get("/api/v1/audit-events?action=session.login&outcome=denied&sort=at")
                .then()
                .body("items.objectName", equalTo(List.of("ada", "")))
                .body("items.actorName", hasItem("system:nobody"));
        own.api().get("/api/v1/audit-events?action=session.login").then().body("items.objectName", not(hasItem("ada")));
        assertThat(world.count("audit_event", "row_to_json(audit_event)::text LIKE '%nobody-of-that-name%'"))
                .isZero();
    }

    @Test
    void manyNetworksDoNotFillTheMemory() {
        Instant now = clock.instant();
        for (int i = 0; i < 20_000; i++) {
            attempts.note(Attempt.logIn("", "", "x", "10." + i / 65536 + "." + i / 256 % 256 + "." + i % 256));
        }

        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            attempts.sweep(now.plus(Duration.ofDays(1)));
            assertThat(world.strings("SELECT reason FROM audit_event WHERE reason LIKE '%more like it'"))
                    .contains("x; 14999 more like it");
        });
        assertThat(world.count("audit_event", "true")).isLessThan(6100);
    }
}
