package dev.ibportal.portal.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import dev.ibportal.portal.platform.security.Role;
import dev.ibportal.portal.testing.AtOnce;
import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A link makes whoever opens it first one of the tenant's people, once. */
@QuarkusTest
class InvitationsTest {
    private static final String ACCEPT = "/api/v1/invitations/acceptance";

    @Inject
    World world;

    private UUID tenant = UUID.randomUUID();
    private Person ada;

    @BeforeEach
    void aTenant() {
        world.reset();
        tenant = world.tenant("Aldermoor");
        ada = world.tenantAdmin("ada", tenant);
    }

    private ValidatableResponse invite(Map<String, Object> form) {
        return ada.api()
                .body(form)
                .post("/api/v1/tenants/" + tenant + "/invitations")
                .then();
    }

    private String secret(String role) {
        return invite(Map.of("role", role, "note", "for somebody"))
                .statusCode(201)
                .header("Cache-Control", "no-store")
                .extract()
                .path("secret");
    }

    private static ValidatableResponse accept(Person who, String secret) {
        return who.api().body(Map.of("secret", secret)).post(ACCEPT).then();
    }

    @Test
    void theSecretIsShownOnceAndKeptAsAHash() {
        String secret = secret("planner");

        ada.api()
                .get("/api/v1/tenants/" + tenant + "/invitations")
                .then()
                .body("items[0].secret", equalTo(null))
                .body("items[0].state", equalTo("open"))
                .body("items[0].note", equalTo("for somebody"));
        assertThat(world.strings("SELECT i::text FROM invitation i")).noneMatch(row -> row.contains(secret));
        assertThat(world.strings("SELECT e::text FROM audit_event e")).noneMatch(row -> row.contains(secret));
    }

    @Test
    void somebodyWithAnAccountJoinsAsThemselves() {
        UUID other = world.tenant("Brackwater");
        Person carl = world.person("carl", Role.PLANNER, other);
        String secret = secret("tenant-member");
        carl.apiFor(tenant).get("/api/v1/partitions").then().statusCode(404);

        accept(carl, secret)
                .statusCode(200)
                .body("tenant.name", equalTo("Aldermoor"))
                .body("role", equalTo("tenant-member"));

        carl.apiFor(tenant).get("/api/v1/partitions").then().statusCode(200);
        carl.apiFor(other).get("/api/v1/partitions").then().statusCode(200);
        accept(carl, secret).statusCode(404);
        assertThat(world.string(
                        "SELECT actor_name || ' ' || tenant_name FROM audit_event WHERE action = 'invitation.accept'"))
                .isEqualTo("carl Aldermoor");
        assertThat(world.string("SELECT accepted_by FROM invitation")).isEqualTo("carl");
    }

    @Test
    void whoIsNoAdminAnyMoreDoesNotComeBackByAnInvitationOfTheirOwn() {
        Person other = world.tenantAdmin("otto", tenant);
        secret("tenant-admin");
        ada.api()
                .delete("/api/v1/tenants/" + tenant + "/invitations/" + world.string("SELECT id FROM invitation"))
                .then()
                .statusCode(204);
        String own = secret("tenant-admin");

        other.api()
                .body(Map.of("roles", List.of("planner")))
                .put("/api/v1/tenants/" + tenant + "/people/" + ada.id() + "/roles")
                .then()
                .statusCode(200);

        accept(ada, own).statusCode(404);
        assertThat(world.strings("SELECT actor_name || ' ' || (after ->> 'because') FROM audit_event"
                        + " WHERE action = 'invitation.revoke' AND after IS NOT NULL"))
                .as("one event for the one that was open")
                .containsExactly("otto ada is no tenant admin any more");
    }

    @Test
    void aSecretThatIsNoneIsADeniedAttempt() {
        Person carl = world.person("carl", Role.PLANNER, world.tenant("Brackwater"));

        accept(carl, "x".repeat(40)).statusCode(404);

        assertThat(world.strings("SELECT actor_name || ' ' || object_kind FROM audit_event WHERE outcome = 'denied'"))
                .containsExactly("carl invitation");
    }

    @Test
    void neitherTenantLearnsOfTheOtherByAnAcceptance() {
        UUID other = world.tenant("Brackwater");
        Person carl = world.person("carl", Role.PLANNER, other);
        Person audrey = world.auditor("audrey", other);
        String secret = secret("tenant-member");

        carl.apiFor(other)
                .body(Map.of("secret", secret))
                .post("/api/v1/invitations/acceptance")
                .then()
                .statusCode(200);

        assertThat(audrey.api().get("/api/v1/audit-events?limit=100").asString())
                .doesNotContain("invitation.accept", "Aldermoor");
        assertThat(ada.api()
                        .get("/api/v1/audit-events?limit=100&action=invitation.accept")
                        .asString())
                .contains("carl")
                .doesNotContain("Brackwater", other.toString());
    }

    @Test
    void thePageShowsTheRolesThatSomebodyHas() {
        Person bert = world.person("bert", Role.TENANT_MEMBER, tenant);

        assertThat(Browser.of("ada")
                        .get("/tenants/" + tenant + "/people/" + bert.id())
                        .select("input[name=role][checked]")
                        .eachAttr("value"))
                .containsExactly("tenant-member");
    }

    @Test
    void anInvitationOfSomebodyWhoIsShutOutLetsNobodyIn() {
        Person carl = world.person("carl", Role.PLANNER, world.tenant("Brackwater"));
        String secret = secret("planner");
        world.execute("UPDATE app_user SET disabled_at = now() WHERE login = 'ada'");

        accept(carl, secret).statusCode(404);
    }

    @Test
    void aLinkWorksOnceHoweverManyOpenItAtTheSameMoment() {
        String secret = secret("planner");
        List<Callable<Integer>> callers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Person somebody = world.person("p" + i, Role.PLANNER, world.tenant("T" + i));
            callers.add(() -> accept(somebody, secret).extract().statusCode());
        }

        assertThat(AtOnce.call(callers))
                .containsOnlyOnce(200)
                .filteredOn(status -> status != 200)
                .containsOnly(404);
        assertThat(world.count("role_grant", "tenant_id = ? AND role = 'planner'", tenant))
                .isEqualTo(1);
    }

    @Test
    void whateverIsWrongWithALinkTheAnswerIsTheSame() {
        Person carl = world.person("carl", Role.PLANNER, world.tenant("Brackwater"));
        String revoked = secret("planner");
        String id = world.string("SELECT id FROM invitation");
        ada.api()
                .delete("/api/v1/tenants/" + tenant + "/invitations/" + id)
                .then()
                .statusCode(204);
        ada.api()
                .delete("/api/v1/tenants/" + tenant + "/invitations/" + id)
                .then()
                .statusCode(409);
        String expired = secret("planner");
        world.execute("UPDATE invitation SET expires_at = now() - interval '1 s' WHERE revoked_at IS NULL");
        String unknown = accept(carl, "nonsense").statusCode(404).extract().path("detail");

        accept(carl, revoked).statusCode(404).body("detail", equalTo(unknown));
        accept(carl, expired).statusCode(404).body("detail", equalTo(unknown));
        String good = secret("planner");
        world.execute("UPDATE tenant SET suspended_at = now() WHERE id = ?", tenant);
        accept(carl, good).statusCode(404).body("detail", equalTo(unknown));
        assertThat(world.count("role_grant", "tenant_id = ? AND user_id = ?", tenant, carl.id()))
                .isZero();
    }

    @Test
    void anInvitationHasARoleThatThereIsAndAnEndThatIsNear() {
        invite(Map.of("role", "operator")).statusCode(422).body("errors.field", equalTo(List.of("role")));
        invite(Map.of(
                        "role",
                        "planner",
                        "expiresAt",
                        Instant.now().plus(Duration.ofDays(31)).toString()))
                .statusCode(422)
                .body("detail", containsString("30 days"));
    }

    @Test
    void somebodyNewMakesAnAccountOnTheLinksPageWithoutScripts() {
        Browser admin = Browser.of("ada");
        Document people = admin.get("/tenants/" + tenant + "/people");
        Response invited = admin.send(
                people, "form[action$=/people/invite]", Map.of("note", "Nina", "role", "tenant-member", "days", "3"));
        String link = Browser.parse(invited).select("#token").text();
        assertThat(link).matches("http://.+/invitation/[0-9A-Za-z]{40}");
        String path = link.substring(link.indexOf("/invitation/"));

        Browser nina = new Browser("en");
        Document offer = nina.get(path);
        assertThat(offer.select("main").text()).contains("ada invites you to join this tenant as tenant member");
        Map<String, String> wish =
                Map.of("login", "nina", "name", "Nina", "password", "a horse of another color", "again", "different");
        assertThat(nina.send(offer, "main form", wish).statusCode()).isEqualTo(422);
        Response joined = nina.send(
                offer,
                "main form",
                Map.of("login", "nina", "name", "Nina", "password", World.PASSWORD, "again", World.PASSWORD));

        assertThat(joined.statusCode()).isEqualTo(303);
        nina.logIn("nina");
        assertThat(nina.get("/tenants/" + tenant).select("h1").text()).isEqualTo("Aldermoor");
        assertThat(nina.open("/tenants/" + tenant + "/people").statusCode()).isEqualTo(403);
        assertThat(nina.open(path).statusCode()).isEqualTo(404);
        assertThat(world.string("SELECT actor_name FROM audit_event WHERE action = 'user.create'"))
                .isEqualTo("nina");
    }

    @Test
    void whoIsLoggedInSeesAsWhomTheyWouldJoin() {
        world.person("carl", Role.PLANNER, world.tenant("Brackwater"));
        String path = "/invitation/" + secret("planner");
        Browser carl = Browser.of("carl");
        Document offer = carl.get(path);
        assertThat(offer.select("main").text()).contains("You are logged in as carl");
        assertThat(offer.select("main input[type=password]")).isEmpty();

        assertThat(carl.send(offer, "main form", Map.of()).header("Location")).contains("/tenants/" + tenant);
        assertThat(carl.get("/tenants/" + tenant).select("h1").text()).isEqualTo("Aldermoor");
        assertThat(carl.get("/").select(".shell-tenant button").eachText()).contains("Aldermoor", "Brackwater");
    }
}
