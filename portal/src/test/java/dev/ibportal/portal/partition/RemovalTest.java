package dev.ibportal.portal.partition;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a change makes of the live fabric, and removals that need a second person. */
@QuarkusTest
class RemovalTest extends PartitionTestBase {
    @Inject
    DataSource tenantDb;

    private String first = "";
    private String second = "";
    private Person bert;

    @BeforeEach
    void twoMembers() {
        bert = world.tenantAdmin("bert", tenant);
        first = add(Map.of("node", "n101", "membership", "full"))
                .statusCode(201)
                .extract()
                .path("id");
        second = add(Map.of("node", "n102", "membership", "limited"))
                .statusCode(201)
                .extract()
                .path("id");
    }

    private void table(String node, String pkeys) {
        world.execute(
                "INSERT INTO port_fabric_view (port_id, seen_at, pkeys) SELECT o.id, now(), ?::integer[]"
                        + " FROM port o JOIN node n ON n.id = o.node_id WHERE n.name = ?"
                        + " ON CONFLICT (port_id) DO UPDATE SET pkeys = excluded.pkeys",
                pkeys,
                node);
    }

    private void approvalIsWanted() {
        world.execute("UPDATE fabric SET removal_approval = true");
    }

    private ValidatableResponse preview(Person who, String query) {
        return who.api()
                .get("/api/v1/partitions/" + partition + "/fabric-preview" + query)
                .then();
    }

    private ValidatableResponse remove(Person who, String member) {
        return who.api()
                .delete("/api/v1/partitions/" + partition + "/members/" + member)
                .then()
                .statusCode(202);
    }

    private ValidatableResponse decide(Person who, String request, String verb, Map<String, String> body) {
        return who.api()
                .body(body)
                .post("/api/v1/removal-requests/" + request + "/" + verb)
                .then();
    }

    @Test
    void aPreviewComparesWithTheLiveFabricAndNamesForeigners() {
        cluster.node("n103", fabric, "0x02a1f00300000103", tenant);
        cluster.node("secret", fabric, "0x02a1f00300000104", world.tenant("Brackwater"));
        table("n101", "{65535,32769}");
        table("n102", "{65535,32769}");
        table("n103", "{65535,1}");
        table("secret", "{65535,32769}");

        preview(admin, "?remove=" + first)
                .statusCode(200)
                .body("lines.kind", contains("GOES", "CHANGED", "FOREIGN"))
                .body("lines.node", contains("n101", "n102", "n103"))
                .body("hiddenForeign", equalTo(1))
                .body("sweeps", equalTo(1))
                .body("empties", equalTo(false))
                .body("isolates", equalTo(true))
                .body("approvalNeeded", equalTo(false));
        preview(operator, "?remove=" + first)
                .statusCode(200)
                .body("lines.node", contains("n101", "n102", "n103", "secret"));
        preview(admin, "?remove=all").statusCode(200).body("empties", equalTo(true));
        preview(admin, "?add=n103&membership=full")
                .statusCode(200)
                .body("lines.findAll { it.node == 'n103' }.kind", contains("CHANGED"));
        preview(admin, "").statusCode(200).body("sweeps", equalTo(0));
        preview(admin, "?add=n103&membership=full&remove=all").statusCode(422);
        preview(admin, "?remove=odd").statusCode(422).body("detail", containsString("a UUID is expected"));
        assertThat(world.count("membership", "removed_at IS NOT NULL")).isZero();
    }

    @Test
    void withoutThePolicyARemovalBeginsAtOnce() {
        remove(admin, first).body("removalRequest", nullValue()).body("removedAt", notNullValue());
    }

    @Test
    void withThePolicyASecondPersonLooksFirst() {
        approvalIsWanted();
        preview(admin, "?remove=" + first).body("approvalNeeded", equalTo(true));
        String request = remove(admin, first)
                .body("removedAt", nullValue())
                .body("warnings", contains(containsString("somebody else has to approve it")))
                .extract()
                .path("removalRequest.id");
        admin.api()
                .delete("/api/v1/partitions/" + partition + "/members/" + first)
                .then()
                .statusCode(409)
                .body("type", containsString("removal-waits"));
        Document page = Browser.of("ada").get("/partitions/" + partition);
        assertThat(page.select("#m-" + first + " a[href=/removal-requests/" + request + "]"))
                .hasSize(1);
        assertThat(page.select("#m-" + second + " a[href^=/removal-requests/]")).isEmpty();

        decide(admin, request, "approve", Map.of("digest", digest(request)))
                .statusCode(403)
                .body("detail", containsString("Nobody approves what they asked for"));
        String digest = digest(request);
        table("n101", "{65535,32769}");
        decide(bert, request, "approve", Map.of("digest", digest)).statusCode(412);
        assertThat(world.count("membership", "removed_at IS NOT NULL")).isZero();

        decide(bert, request, "approve", Map.of("digest", digest(request)))
                .statusCode(200)
                .body("request.state", equalTo("approved"))
                .body("request.decidedBy", equalTo("bert"));
        assertThat(world.strings("SELECT id::text FROM membership WHERE removed_at IS NOT NULL"))
                .containsExactly(first);
        assertThat(world.strings(
                        "SELECT action || ' ' || actor_name FROM audit_event WHERE action LIKE '%remov%' ORDER BY id"))
                .containsExactly("removal.request ada", "removal.approve bert", "member.remove bert");
        decide(bert, request, "deny", Map.of()).statusCode(409).body("detail", containsString("approved"));
    }

    /** One admin and a program of theirs are one person. */
    @Test
    void aProgramIsNoSecondPerson() {
        approvalIsWanted();
        String accounts = "/api/v1/tenants/" + tenant + "/service-accounts";
        String account = admin.api()
                .body(Map.of("name", "robot", "role", "tenant-admin"))
                .post(accounts)
                .then()
                .statusCode(201)
                .extract()
                .path("id");
        String token = admin.api()
                .body(Map.of("name", "t"))
                .post(accounts + "/" + account + "/tokens")
                .then()
                .statusCode(201)
                .extract()
                .path("token");
        Person robot = new Person(UUID.fromString(account), "robot", token);
        String request = remove(admin, first).extract().path("removalRequest.id");

        decide(robot, request, "approve", Map.of("digest", digest(request)))
                .statusCode(403)
                .body("detail", containsString("a service account does neither"));
        decide(robot, request, "deny", Map.of()).statusCode(200);
        robot.api()
                .delete("/api/v1/partitions/" + partition + "/members/" + first)
                .then()
                .statusCode(403);
        assertThat(world.count("membership", "removed_at IS NOT NULL")).isZero();
    }

    /** Who has made an invitation can use it: two accounts are two people only when somebody else vouches for both. */
    @Test
    void anAccountOfOnesOwnInvitationIsNoSecondPerson() {
        approvalIsWanted();
        String secret = admin.api()
                .body(Map.of("role", "tenant-admin"))
                .post("/api/v1/tenants/" + tenant + "/invitations")
                .then()
                .statusCode(201)
                .extract()
                .path("secret");
        Browser stranger = new Browser("en");
        String link = "/invitation/" + secret;
        stranger.send(
                stranger.get(link),
                "main form",
                Map.of("login", "ada2", "name", "Ada", "password", World.PASSWORD, "again", World.PASSWORD));
        Person again = loggedIn("ada2");
        assertThat(world.count("app_user", "NOT vouched")).isOne();

        for (List<Person> two : List.of(List.of(admin, again), List.of(again, admin))) {
            String request = remove(two.get(0), first).extract().path("removalRequest.id");
            decide(two.get(1), request, "approve", Map.of("digest", digest(request)))
                    .statusCode(409)
                    .body("type", containsString("not-vouched"));
            decide(two.get(0), request, "withdraw", Map.of()).statusCode(200);
        }
        assertThat(world.count("membership", "removed_at IS NOT NULL")).isZero();

        Browser root = Browser.of("root");
        String person = "/people/" + again.id() + "/account";
        assertThat(root.get(person).text()).contains("Nobody vouches for this person yet");
        root.send(root.get(person), "form:has(input[value=vouch])", Map.of())
                .then()
                .statusCode(303);
        assertThat(root.get(person).text()).doesNotContain("vouches");
        assertThat(world.count("audit_event", "action = 'user.vouch' AND actor_name = 'root'"))
                .isOne();
        String request = remove(admin, first).extract().path("removalRequest.id");
        decide(again, request, "approve", Map.of("digest", digest(request))).statusCode(200);
    }

    private Person loggedIn(String login) {
        String token = given().auth()
                .preemptive()
                .basic(login, World.PASSWORD)
                .contentType("application/json")
                .body(Map.of("name", "t"))
                .post("/api/v1/tokens")
                .then()
                .statusCode(201)
                .extract()
                .path("token");
        return new Person(
                UUID.fromString(world.string("SELECT id FROM app_user WHERE login = ?", login)), login, token);
    }

    private ValidatableResponse limit(Person who, String member) {
        String path = "/api/v1/partitions/" + partition + "/members/" + member;
        return who.api()
                .header("If-Match", who.api().get(path).header("ETag"))
                .body(Map.of("membership", "limited"))
                .patch(path)
                .then();
    }

    /** Limited members reach nobody but full ones: to make the last full one limited is as good as removing all. */
    @Test
    void nobodyCutsAllMembersOffAlone() {
        approvalIsWanted();
        limit(admin, first).statusCode(409).body("type", containsString("isolates"));
        assertThat(world.count("membership", "membership = 'full'")).isOne();
        limit(operator, first).statusCode(200);

        world.execute("UPDATE fabric SET removal_approval = false");
        world.execute("UPDATE membership SET membership = 'full'");
        limit(admin, first).statusCode(200);
        limit(admin, second).statusCode(200);
    }

    private String digest(String request) {
        return bert.api()
                .get("/api/v1/removal-requests/" + request)
                .then()
                .statusCode(200)
                .extract()
                .path("preview.digest");
    }

    @Test
    void aWholePartitionWaitsToo() {
        approvalIsWanted();
        String request = admin.api()
                .delete("/api/v1/partitions/" + partition)
                .then()
                .statusCode(202)
                .body("removedAt", nullValue())
                .extract()
                .path("removalRequest.id");

        decide(bert, request, "approve", Map.of("digest", digest(request))).statusCode(200);

        assertThat(world.count("partition", "removed_at IS NOT NULL")).isOne();
        assertThat(world.count("membership", "removed_at IS NOT NULL")).isEqualTo(2);
    }

    @Test
    void whoAskedMayWithdrawAndOthersMayDeny() {
        approvalIsWanted();
        String request = remove(admin, first).extract().path("removalRequest.id");
        decide(bert, request, "withdraw", Map.of()).statusCode(403);
        decide(admin, request, "withdraw", Map.of()).statusCode(200).body("request.state", equalTo("withdrawn"));
        String other = remove(admin, second).extract().path("removalRequest.id");
        decide(bert, other, "deny", Map.of()).statusCode(200).body("request.state", equalTo("denied"));
        world.execute("UPDATE removal_request SET expires_at = now() - interval '1 day'");
        String late = remove(admin, second).extract().path("removalRequest.id");
        world.execute("UPDATE removal_request SET expires_at = now() - interval '1 hour' WHERE id::text = ?", late);
        decide(bert, late, "approve", Map.of("digest", "x")).statusCode(409).body("detail", containsString("expired"));

        bert.api()
                .get("/api/v1/removal-requests?sort=requestedAt")
                .then()
                .statusCode(200)
                .body("items.state", contains("withdrawn", "denied", "expired"));
        assertThat(world.count("membership", "removed_at IS NOT NULL")).isZero();
    }

    /** Whatever the program forgets, the database does not. */
    @Test
    void theDatabaseKeepsTheRuleToo() throws SQLException {
        approvalIsWanted();
        try (Connection connection = tenantDb.getConnection()) {
            connection.createStatement().execute("SELECT set_config('app.tenant', '" + tenant + "', false)");
            for (String sql : List.of(
                    "UPDATE membership SET removed_at = now() WHERE id = '" + first + "'",
                    "UPDATE partition SET removed_at = now() WHERE id = '" + partition + "'")) {
                assertThatThrownBy(() -> connection.createStatement().execute(sql))
                        .hasMessageContaining("needs an approval");
            }
        }
    }

    @Test
    void pagesShowThePreviewAndTheRequest() {
        approvalIsWanted();
        table("n101", "{65535,32769}");
        Browser ada = Browser.of("ada");
        String path = "/partitions/" + partition + "/members/" + first + "/remove";
        var page = ada.get(path);
        assertThat(page.text())
                .contains("What this does to the live fabric", "loses the PKey", "somebody else has to approve");
        String place = ada.post(path, Map.of("version", "0"))
                .then()
                .statusCode(303)
                .extract()
                .header("Location");
        assertThat(place).contains("/removal-requests/");
        String request = place.substring(place.indexOf("/removal-requests/"));
        assertThat(ada.get(request).text()).contains("You asked for it", "waits for approval");

        Browser second = Browser.of("bert");
        String digest = second.get(request).select("input[name=digest]").val();
        second.post(request, Map.of("decision", "approve", "digest", digest))
                .then()
                .statusCode(303);
        assertThat(second.get(request).text()).contains("approved");
        assertThat(world.strings("SELECT id::text FROM membership WHERE removed_at IS NOT NULL"))
                .containsExactly(first);
    }
}
