package dev.ibportal.portal.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.notNullValue;

import dev.ibportal.portal.testing.SqlStatements;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Programs of a tenant: theirs, narrowed, shown once, and out at once. */
@QuarkusTest
class ServiceAccountsTest {
    @Inject
    World world;

    private UUID tenant = UUID.randomUUID();
    private Person ada;
    private String accounts = "";

    @BeforeEach
    void aTenant() {
        world.reset();
        tenant = world.tenant("Aldermoor");
        ada = world.tenantAdmin("ada", tenant);
        accounts = "/api/v1/tenants/" + tenant + "/service-accounts";
    }

    private ValidatableResponse create(String name, String role) {
        return ada.api().body(Map.of("name", name, "role", role)).post(accounts).then();
    }

    private String account(String name, String role) {
        return create(name, role).statusCode(201).extract().path("id");
    }

    private ValidatableResponse token(Person who, String account, Map<String, Object> form) {
        return who.api().body(form).post(accounts + "/" + account + "/tokens").then();
    }

    private Person robot(String account, Map<String, Object> form) {
        String secret = token(ada, account, form).statusCode(201).extract().path("token");
        return new Person(UUID.fromString(account), "robot", secret);
    }

    @Test
    void aProgramActsForItsTenantUnderItsOwnName() {
        String account = create("Nightly Build", "tenant-member")
                .statusCode(201)
                .body("login", matchesPattern("nightly-build\\.[0-9a-z]{8}"))
                .extract()
                .path("id");
        Person robot = robot(account, Map.of("name", "first"));
        assertThat(robot.token()).matches("ibs_[0-9A-Za-z]{38}");

        robot.api().get("/api/v1/partitions").then().statusCode(200);
        robot.api()
                .body(Map.of("fabric", "x", "name", "x"))
                .post("/api/v1/partitions")
                .then()
                .statusCode(403);
        robot.api().get("/api/v1/me").then().statusCode(200).body("name", equalTo("Nightly Build"));
        ada.api()
                .get(accounts + "/" + account + "/tokens")
                .then()
                .body("items[0].lastUsedAt", notNullValue())
                .body("items[0].token", equalTo(null))
                .body("items[0].prefix", equalTo(robot.token().substring(0, 10)));
        assertThat(world.strings("SELECT k::text FROM api_token k")).noneMatch(row -> row.contains(robot.token()));
        assertThat(world.strings("SELECT actor_name FROM audit_event WHERE outcome = 'denied'"))
                .anyMatch(name -> name.startsWith("nightly-build."));
    }

    @Test
    void aProgramMakesNoTokensAndJoinsNoTenant() {
        Person robot = robot(account("CI", "tenant-admin"), Map.of("name", "first"));

        robot.api().body(Map.of("name", "more")).post("/api/v1/tokens").then().statusCode(403);
        // Nor does it give rights: whoever made its token could come back through it.
        robot.api()
                .body(Map.of("name", "Other", "role", "planner"))
                .post(accounts)
                .then()
                .statusCode(403);
        robot.api()
                .body(Map.of("role", "planner"))
                .post(accounts.replace("service-accounts", "invitations"))
                .then()
                .statusCode(403);
        robot.api()
                .body(Map.of("secret", "x"))
                .post("/api/v1/invitations/acceptance")
                .then()
                .statusCode(403);
    }

    /** A token gives nobody more time than it has itself, however it is asked. */
    @Test
    void whatATokenMakesEndsWithIt() {
        String account = account("CI", "planner");
        Instant soon = Instant.now().plus(Duration.ofMinutes(2)).truncatedTo(ChronoUnit.SECONDS);
        String brief = ada.api()
                .body(Map.of("name", "b", "expiresAt", soon.toString()))
                .post("/api/v1/tokens")
                .then()
                .statusCode(201)
                .extract()
                .path("token");
        Person passing = new Person(ada.id(), "ada", brief);

        token(
                        passing,
                        account,
                        Map.of("name", "k", "expiresAt", soon.plusSeconds(3600).toString()))
                .statusCode(422)
                .body("detail", containsString("when the token ends"));
        token(passing, account, Map.of("name", "k")).statusCode(201).body("expiresAt", equalTo(soon.toString()));
        String invitations = accounts.replace("service-accounts", "invitations");
        passing.api()
                .body(Map.of(
                        "role", "planner", "expiresAt", soon.plusSeconds(3600).toString()))
                .post(invitations)
                .then()
                .statusCode(422);
        passing.api()
                .body(Map.of("role", "planner"))
                .post(invitations)
                .then()
                .statusCode(201)
                .body("expiresAt", equalTo(soon.toString()));
    }

    @Test
    void scopesNarrowAndNeverWiden() {
        String account = account("CI", "tenant-admin");
        Person reader = robot(account, Map.of("name", "r", "scopes", List.of("partition:read", "tenant:read")));

        reader.api().get("/api/v1/partitions").then().statusCode(200);
        reader.api().get("/api/v1/pools").then().statusCode(403);
        token(ada, account, Map.of("name", "x", "scopes", List.of("fabric:write")))
                .statusCode(422)
                .body("detail", containsString("\"fabric:write\" is not among"));
        token(ada, account, Map.of("name", "x", "scopes", List.of())).statusCode(422);
        String narrow = ada.api()
                .body(Map.of("name", "m", "scopes", List.of("service-account:read", "service-account:write")))
                .post("/api/v1/tokens")
                .then()
                .statusCode(201)
                .extract()
                .path("token");
        Person maker = new Person(ada.id(), "ada", narrow);
        token(maker, account, Map.of("name", "wider"))
                .statusCode(403)
                .body("detail", containsString("You cannot give the role tenant-admin"));
        maker.api()
                .body(Map.of("name", "Other", "role", "tenant-admin"))
                .post(accounts)
                .then()
                .statusCode(403);
    }

    @Test
    void aPersonsNarrowedTokenBuysNoWiderOne() {
        String narrow = ada.api()
                .body(Map.of("name", "n", "scopes", List.of("token:own", "pool:read")))
                .post("/api/v1/tokens")
                .then()
                .statusCode(201)
                .body("scopes", equalTo(List.of("pool:read", "token:own")))
                .extract()
                .path("token");
        Person narrowed = new Person(ada.id(), "ada", narrow);

        narrowed.api()
                .body(Map.of("name", "w", "scopes", List.of("partition:write")))
                .post("/api/v1/tokens")
                .then()
                .statusCode(422);
        narrowed.api()
                .body(Map.of("name", "w"))
                .post("/api/v1/tokens")
                .then()
                .statusCode(201)
                .body("scopes", equalTo(List.of("pool:read", "token:own")));
        narrowed.api().get("/api/v1/partitions").then().statusCode(403);
        narrowed.api().get("/api/v1/pools").then().statusCode(200);
    }

    /** Not one statement: neither guessing nor a mistyped token costs the database anything. */
    @Test
    void aTokenWithAWrongCheckSumIsNotLookedUp() {
        String good = robot(account("CI", "planner"), Map.of("name", "first")).token();
        char last = good.charAt(good.length() - 1);
        String mistyped = good.substring(0, good.length() - 1) + (last == 'x' ? 'y' : 'x');

        Response answer = new Person(UUID.randomUUID(), "x", mistyped).api().get("/api/v1/me");

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.<String>path("detail")).contains("check sum");
        assertThat(SqlStatements.of(answer)).isEmpty();
    }

    @Test
    void whatIsRevokedExpiredOrRemovedIsOutAtOnce() {
        String account = account("CI", "planner");
        Person first = robot(account, Map.of("name", "first"));
        String id = world.string("SELECT id FROM api_token WHERE name = 'first'");
        Person second = robot(
                account,
                Map.of(
                        "name",
                        "second",
                        "expiresAt",
                        Instant.now().plus(Duration.ofHours(1)).toString()));

        ada.api().delete(accounts + "/" + account + "/tokens/" + id).then().statusCode(204);
        first.api().get("/api/v1/me").then().statusCode(401);
        second.api().get("/api/v1/me").then().statusCode(200);
        world.execute("UPDATE api_token SET expires_at = now() - interval '1 s' WHERE name = 'second'");
        second.api().get("/api/v1/me").then().statusCode(401);
        Person third = robot(account, Map.of("name", "third"));
        ada.api().delete(accounts + "/" + account).then().statusCode(204);
        third.api().get("/api/v1/me").then().statusCode(401);
        ada.api().get(accounts + "/" + account).then().statusCode(404);
        create("CI", "planner").statusCode(201);
    }

    @Test
    void namesAreTheTenantsOwn() {
        account("CI", "planner");
        UUID other = world.tenant("Brackwater");
        Person bea = world.tenantAdmin("bea", other);

        create("ci", "planner").statusCode(409).body("detail", containsString("This tenant has a service account"));
        bea.api()
                .body(Map.of("name", "CI", "role", "planner"))
                .post("/api/v1/tenants/" + other + "/service-accounts")
                .then()
                .statusCode(201);
    }

    @Test
    void aChangeOfRoleCountsFromTheNextRequestOn() {
        String account = account("CI", "tenant-member");
        Person robot = robot(account, Map.of("name", "first"));
        robot.api().get("/api/v1/audit-events").then().statusCode(403);

        ada.api()
                .header("If-Match", "\"0\"")
                .body(Map.of("name", "CI", "role", "auditor"))
                .put(accounts + "/" + account)
                .then()
                .statusCode(200)
                .header("ETag", "\"1\"");

        robot.api().get("/api/v1/audit-events").then().statusCode(200);
    }
}
