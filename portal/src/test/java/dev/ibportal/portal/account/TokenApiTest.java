package dev.ibportal.portal.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class TokenApiTest {
    private static final String TOKENS = "/api/v1/tokens";

    @Inject
    World world;

    private Person operator;

    @BeforeEach
    void oneOperator() {
        world.reset();
        operator = world.operator("root");
    }

    private static RequestSpecification withPassword(String login, String password) {
        return RestAssured.given()
                .contentType(ContentType.JSON)
                .auth()
                .preemptive()
                .basic(login, password);
    }

    private static RequestSpecification withToken(String token) {
        return RestAssured.given().contentType(ContentType.JSON).header("Authorization", "Bearer " + token);
    }

    @Test
    void aPasswordBuysATokenAndTheTokenDoesTheRest() {
        String token = withPassword("root", World.PASSWORD)
                .body(Map.of("name", "laptop"))
                .post(TOKENS)
                .then()
                .statusCode(201)
                .header("Cache-Control", "no-store")
                .body("token", startsWith("ibp_"))
                .body("expiresAt", notNullValue())
                .extract()
                .path("token");

        withToken(token)
                .get(TOKENS)
                .then()
                .statusCode(200)
                .body("items.name", equalTo(List.of("test", "laptop")))
                .body("items.token", equalTo(Arrays.asList(null, null)));
        assertThat(world.strings("SELECT encode(token_hash, 'escape') FROM api_token"))
                .doesNotContain(token);
        assertThat(world.strings("SELECT after::text FROM audit_event WHERE action = 'token.create'"))
                .singleElement()
                .asString()
                .doesNotContain(token);
    }

    @Test
    void aTokenGivesNobodyMoreTimeThanItHasItself() {
        Instant soon = Instant.now().plus(Duration.ofMinutes(5)).truncatedTo(ChronoUnit.SECONDS);
        String small = operator.api()
                .body(Map.of("name", "short", "expiresAt", soon.toString()))
                .post(TOKENS)
                .path("token");

        withToken(small)
                .body(Map.of(
                        "name",
                        "long",
                        "expiresAt",
                        soon.plus(Duration.ofDays(90)).toString()))
                .post(TOKENS)
                .then()
                .statusCode(422)
                .body("errors[0].field", equalTo("expiresAt"))
                .body("detail", containsString(soon.toString()));
        withToken(small)
                .body(Map.of("name", "unsaid"))
                .post(TOKENS)
                .then()
                .statusCode(201)
                .body("expiresAt", equalTo(soon.toString()));
        withPassword("root", World.PASSWORD)
                .body(Map.of(
                        "name",
                        "long",
                        "expiresAt",
                        soon.plus(Duration.ofDays(90)).toString()))
                .post(TOKENS)
                .then()
                .statusCode(201);
    }

    @Test
    void aNarrowTokenHasNothingToDoWithSessions() {
        String narrow = operator.api()
                .body(Map.of("name", "narrow", "scopes", List.of("partition:read")))
                .post(TOKENS)
                .path("token");

        withToken(narrow).get("/api/v1/sessions").then().statusCode(403);
        withToken(narrow).delete("/api/v1/sessions/" + operator.id()).then().statusCode(403);
        operator.api().get("/api/v1/sessions").then().statusCode(200);
    }

    @Test
    void nothingIsNoMemberOfAList() {
        operator.api()
                .body("{\"name\":\"x\",\"scopes\":[null]}")
                .post(TOKENS)
                .then()
                .statusCode(422)
                .body("errors[0].field", startsWith("scopes"));
        operator.api()
                .body("{\"login\":\"nina\",\"roles\":[null]}")
                .post("/api/v1/users")
                .then()
                .statusCode(422)
                .body("errors[0].field", startsWith("roles"));
    }

    @Test
    void aPasswordIsTakenNowhereElse() {
        withPassword("root", World.PASSWORD)
                .get(TOKENS)
                .then()
                .statusCode(401)
                .contentType("application/problem+json")
                .header("WWW-Authenticate", containsString("Bearer"))
                .body("detail", containsString("POST /api/v1/tokens"));
    }

    @Test
    void wrongExpiredRevokedAndForeignTokensAreRefused() {
        withToken("nonsense").get(TOKENS).then().statusCode(401).body("detail", containsString("check sum"));
        withToken(operator.token().substring(0, 41) + "x").get(TOKENS).then().statusCode(401);
        RestAssured.given()
                .header("Authorization", "Digest x")
                .get(TOKENS)
                .then()
                .statusCode(401);

        world.execute("UPDATE api_token SET expires_at = now() - interval '1 second'");
        operator.api().get(TOKENS).then().statusCode(401).body("detail", containsString("expired"));
        world.execute("UPDATE api_token SET expires_at = NULL");
        operator.api().get(TOKENS).then().statusCode(200);

        String id = operator.api().get(TOKENS).then().extract().path("items[0].id");
        operator.api().delete(TOKENS + "/" + id).then().statusCode(204);
        operator.api().get(TOKENS).then().statusCode(401);
    }

    @Test
    void nobodyRevokesAnothersToken() {
        Person other = world.operator("other");
        String id = other.api().get(TOKENS).then().extract().path("items[0].id");

        operator.api().delete(TOKENS + "/" + id).then().statusCode(404);
    }

    @Test
    void aDisabledPersonIsOutAtOnce() {
        world.execute("UPDATE app_user SET disabled_at = now()");

        operator.api().get(TOKENS).then().statusCode(401);
        withPassword("root", World.PASSWORD)
                .body(Map.of("name", "x"))
                .post(TOKENS)
                .then()
                .statusCode(401);
    }

    @Test
    void guessingGetsSlowerAndARightPasswordDoesNotGetThroughMeanwhile() {
        for (int i = 0; i < 5; i++) {
            withPassword("root", "wrong")
                    .body(Map.of("name", "x"))
                    .post(TOKENS)
                    .then()
                    .statusCode(401);
        }

        withPassword("root", World.PASSWORD)
                .body(Map.of("name", "x"))
                .post(TOKENS)
                .then()
                .statusCode(429)
                .header("Retry-After", notNullValue())
                .body("retryAfterSeconds", greaterThan(0));
        operator.api().get(TOKENS).then().statusCode(200);
    }

    @Test
    void aWrongPasswordIsWrittenDownUnderItsRequest() {
        String request = withPassword("root", "wrong")
                .body(Map.of("name", "x"))
                .post(TOKENS)
                .then()
                .statusCode(401)
                .extract()
                .header("X-Request-Id");

        assertThat(world.string("SELECT action || ' ' || outcome FROM audit_event WHERE request_id = ?::uuid", request))
                .isEqualTo("session.login denied");
    }

    @Test
    void aOneTimePasswordOpensOnlyTheWayToAnotherOne() {
        String oneTime = operator.api()
                .body(Map.of("login", "Ada", "roles", List.of(Map.of("role", "operator"))))
                .post("/api/v1/users")
                .then()
                .statusCode(201)
                .body("login", equalTo("ada"))
                .extract()
                .path("oneTimePassword");
        withPassword("ada", oneTime)
                .body(Map.of("name", "x"))
                .post(TOKENS)
                .then()
                .statusCode(403)
                .body("detail", containsString("Change your one-time password"));

        withPassword("ada", oneTime)
                .body(Map.of("currentPassword", oneTime, "newPassword", "short"))
                .put("/api/v1/me/password")
                .then()
                .statusCode(422)
                .body("errors[0].field", equalTo("newPassword"));
        withPassword("ada", oneTime)
                .body(Map.of("currentPassword", oneTime, "newPassword", "a much longer one"))
                .put("/api/v1/me/password")
                .then()
                .statusCode(204);

        withPassword("ada", "a much longer one")
                .body(Map.of("name", "x"))
                .post(TOKENS)
                .then()
                .statusCode(201);
        withPassword("ada", oneTime)
                .body(Map.of("name", "x"))
                .post(TOKENS)
                .then()
                .statusCode(401);
    }

    @Test
    void passwordsLongerThanThePortalTakesAreRefusedNotCut() {
        operator.api()
                .body(Map.of("currentPassword", World.PASSWORD, "newPassword", "x".repeat(257)))
                .put("/api/v1/me/password")
                .then()
                .statusCode(422)
                .body("detail", containsString("has 257 characters; it needs 15 to 256"));
    }

    @Test
    void peopleAreMadeWithRolesThatFit() {
        Map<String, Object> noTenant = Map.of("login", "ada", "roles", List.of(Map.of("role", "tenant-admin")));
        operator.api()
                .body(noTenant)
                .post("/api/v1/users")
                .then()
                .statusCode(422)
                .body("errors[0].field", equalTo("roles[0].tenant"));
        operator.api()
                .body(Map.of("login", "root", "roles", List.of(Map.of("role", "auditor"))))
                .post("/api/v1/users")
                .then()
                .statusCode(409);
        operator.api()
                .get("/api/v1/me")
                .then()
                .body("login", equalTo("root"))
                .body("oneTimePassword", nullValue())
                .body("roles[0].role", equalTo("operator"));
    }

    @Test
    void theSessionOfABrowserIsNoWayIntoTheApi() {
        RestAssured.given()
                .cookie("ibportal_session", "whatever")
                .get(TOKENS)
                .then()
                .statusCode(401);
    }
}
