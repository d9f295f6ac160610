package dev.ibportal.portal.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A request from the draft to what it asked for, or to nothing. */
@QuarkusTest
@SuppressWarnings("NullAway.Init")
class RequestTest {
    private static final String REQUESTS = "/api/v1/requests/";

    /** Where no rule says otherwise. */
    private static final Duration HELD = Duration.ofDays(15);

    @Inject
    World world;

    @Inject
    RequestJob job;

    @Inject
    RequestTurnsSql turns;

    @Inject
    FabricDb db;

    @Inject
    Clock clock;

    private Person operator;
    private Person planner;
    private Cluster cluster;
    private UUID tenant;
    private UUID fabric;

    @BeforeEach
    void aTenantWithAPlanner() {
        world.reset();
        operator = world.operator("root");
        cluster = new Cluster(operator);
        tenant = world.tenant("Aldermoor");
        planner = world.planner("paul", tenant);
        fabric = cluster.fabric("ib");
    }

    private String draft(Map<String, Object> partition) {
        Map<String, Object> wish = new HashMap<>(Map.of("fabric", fabric.toString(), "name", "weather"));
        wish.putAll(partition);
        return planner.api()
                .body(Map.of("kind", "partition", "title", "a place for weather", "addresses", 3, "partition", wish))
                .post("/api/v1/requests")
                .then()
                .statusCode(201)
                .body("request.state", equalTo("draft"))
                .extract()
                .path("request.id");
    }

    private ValidatableResponse act(Person who, String id, String verb, Map<String, String> body) {
        return who.api().body(body).post(REQUESTS + id + "/" + verb).then();
    }

    private String submitted() {
        String id = draft(Map.of());
        act(planner, id, "submit", Map.of())
                .statusCode(200)
                .body("request.state", equalTo("submitted"))
                .body("request.pkey", notNullValue())
                .body("request.heldUntil", notNullValue());
        return id;
    }

    private ValidatableResponse approve(Person who, String id) {
        String digest = who.api().get(REQUESTS + id).path("digest");
        return act(who, id, "approve", Map.of("digest", digest));
    }

    @Test
    void aDraftHoldsNothing() {
        draft(Map.of());

        assertThat(world.count("pkey_slot", "state = 'held'")).isZero();
    }

    @Test
    void whatIsHeldIsGivenToNobodyElse() {
        String pkey = planner.api().get(REQUESTS + submitted()).path("request.pkey");

        UUID other = cluster.partition(tenant, fabric, "other");

        assertThat(pkey)
                .isNotEqualTo(operator.api().get("/api/v1/partitions/" + other).path("pkey"));
        assertThat(world.count("pkey_slot", "state = 'held'")).isEqualTo(1);
        operator.api()
                .get("/api/v1/fabrics/" + fabric + "/pkeys/" + pkey)
                .then()
                .statusCode(200)
                .body("state", equalTo("held"));
    }

    @Test
    void anApprovedRequestBecomesItsPartitionWithTheKeyThatWasHeld() {
        String id = submitted();
        String pkey = planner.api().get(REQUESTS + id).path("request.pkey");

        String partition = approve(operator, id)
                .statusCode(200)
                .body("request.state", equalTo("provisioning"))
                .body("request.partition.name", equalTo("weather"))
                .extract()
                .path("request.partition.id");

        operator.api().get("/api/v1/partitions/" + partition).then().body("pkey", equalTo(pkey));
        assertThat(world.count("pkey_slot", "state = 'held'")).isZero();
        assertThat(world.count("request_hold", "true")).isZero();
        job.run(new UUID(0, 0));
        planner.api().get(REQUESTS + id).then().body("request.state", equalTo("ready"));
    }

    @Test
    void nobodyDecidesTheirOwnAndAPlannerDecidesNothing() {
        String id = submitted();

        act(planner, id, "deny", Map.of()).statusCode(403);
        String own = operator.api()
                .body(Map.of(
                        "tenant",
                        tenant.toString(),
                        "kind",
                        "partition",
                        "title",
                        "mine",
                        "partition",
                        Map.of("fabric", fabric.toString(), "name", "mine")))
                .post("/api/v1/requests")
                .path("request.id");
        act(operator, own, "submit", Map.of()).statusCode(200);
        approve(operator, own).statusCode(403).body("detail", containsString("Nobody decides their own request"));
        act(world.tenantAdmin("ada", tenant), id, "deny", Map.of())
                .statusCode(403)
                .body("detail", containsString("operator"));
    }

    @Test
    void whatIsDeniedWithdrawnOrExpiredIsFreeAgain() {
        act(operator, submitted(), "deny", Map.of("reason", "not this month"))
                .statusCode(200)
                .body("request.state", equalTo("denied"))
                .body("request.why", equalTo("not this month"))
                .body("notes[0].text", equalTo("not this month"));
        act(planner, submitted(), "withdraw", Map.of()).statusCode(200).body("request.state", equalTo("withdrawn"));
        String late = submitted();
        job.run(new UUID(0, 0));
        planner.api().get(REQUESTS + late).then().body("request.state", equalTo("submitted"));
        db.run(connection -> turns.expire(connection, clock.instant().plus(HELD)));
        planner.api().get(REQUESTS + late).then().body("request.state", equalTo("expired"));

        assertThat(world.count("pkey_slot", "state = 'held'")).isZero();
        assertThat(world.count("request_hold", "true")).isZero();
        assertThat(world.count("audit_event", "action = 'request.expired'")).isEqualTo(1);
    }

    @Test
    void anApprovalIsOfWhatWasSeen() {
        String id = submitted();

        act(operator, id, "approve", Map.of("digest", "something else")).statusCode(412);
        act(planner, id, "submit", Map.of()).statusCode(409).body("type", containsString("request-submitted"));
        approve(operator, id).statusCode(200);
        approve(operator, id).statusCode(412);
    }

    private ValidatableResponse rule(Person who, Map<String, Object> form) {
        return who.api().body(form).put("/api/v1/approval-rules").then();
    }

    @Test
    void whatTheRuleAsksNobodyForIsMadeAtOnce() {
        rule(operator, Map.of("tenant", tenant.toString(), "approvals", 0)).statusCode(200);

        act(planner, draft(Map.of()), "submit", Map.of())
                .statusCode(200)
                .body("request.state", equalTo("provisioning"))
                .body("request.partition.name", equalTo("weather"));
    }

    @Test
    void whereTwoHaveToApproveOneIsNotEnoughAndTheNearestRuleCounts() {
        rule(operator, Map.of("tenant", tenant.toString(), "approvals", 0)).statusCode(200);
        rule(operator, Map.of("tenant", tenant.toString(), "fabric", "ib", "approvals", 2, "deciders", "tenant-admin"))
                .statusCode(200);
        Person ada = world.tenantAdmin("ada", tenant);
        String id = submitted();

        approve(operator, id).statusCode(200).body("request.state", equalTo("submitted"));
        approve(operator, id).statusCode(409);
        approve(ada, id).statusCode(200).body("request.state", equalTo("provisioning"));
    }

    @Test
    void rulesAreForOperatorsAndWithinBounds() {
        rule(planner, Map.of("approvals", 0)).statusCode(403);
        rule(operator, Map.of("approvals", 3)).statusCode(422).body("errors[0].field", equalTo("approvals"));
        rule(operator, Map.of()).statusCode(422);
        rule(operator, Map.of("approvals", 1, "daysHeld", 0)).statusCode(422);
        rule(operator, Map.of("approvals", 1, "deciders", "cat")).statusCode(422);
        rule(operator, Map.of("approvals", 1, "fabric", "nowhere")).statusCode(422);
        rule(operator, Map.of("approvals", 1, "tenant", UUID.randomUUID().toString()))
                .statusCode(404);
        String id =
                rule(operator, Map.of("approvals", 1)).statusCode(200).extract().path("id");
        rule(operator, Map.of("approvals", 2)).statusCode(200).body("id", equalTo(id));
        operator.api().delete("/api/v1/approval-rules/" + id).then().statusCode(204);
        operator.api().delete("/api/v1/approval-rules/" + id).then().statusCode(404);
    }

    @Test
    void oneKeyIsAskedForByThoseWhoMayChooseIt() {
        planner.api()
                .body(Map.of(
                        "kind",
                        "partition",
                        "title",
                        "x",
                        "partition",
                        Map.of("fabric", fabric.toString(), "name", "x", "pkey", "0x8005")))
                .post("/api/v1/requests")
                .then()
                .statusCode(403)
                .body("detail", containsString("partition:choose-pkey"));
    }

    @Test
    void addressesOfAPoolAreHeldAndKept() {
        UUID partition = cluster.partition(tenant, fabric, "weather");
        UUID pool = cluster.pool(tenant, partition, "10.77.0.0/29", Map.of());
        String id = ask(pool, 4).statusCode(201).extract().path("request.id");
        act(planner, id, "submit", Map.of()).statusCode(200);
        assertThat(world.count("address", "request_id IS NOT NULL AND removed_at IS NULL"))
                .isEqualTo(4);

        String second = ask(pool, 4).statusCode(201).extract().path("request.id");
        act(planner, second, "submit", Map.of())
                .statusCode(409)
                .body("type", containsString("nothing-to-hold"))
                .body("free", equalTo("2"));
        planner.api().get(REQUESTS + second).then().body("request.state", equalTo("draft"));

        approve(operator, id).statusCode(200).body("request.state", equalTo("ready"));
        assertThat(world.count("address", "request_id IS NOT NULL AND removed_at IS NULL"))
                .isEqualTo(4);
    }

    private ValidatableResponse ask(UUID pool, int count) {
        return planner.api()
                .body(Map.of("kind", "addresses", "title", "more", "pool", pool.toString(), "addresses", count))
                .post("/api/v1/requests")
                .then();
    }

    @Test
    void whoeverDecidesSeesTheWholePartition() {
        String id = draft(Map.of("ibMtu", 4096, "mode", "connected", "defaultMembership", "limited"));

        operator.api()
                .get(REQUESTS + id)
                .then()
                .body("asked.name", equalTo("weather"))
                .body("asked.ibMtu", equalTo(4096))
                .body("asked.mode", equalTo("connected"))
                .body("asked.defaultMembership", equalTo("limited"));
    }

    @Test
    void aNameThatIsTakenMeanwhileIsNamedAndTheRequestStillWaits() {
        String id = submitted();
        cluster.partition(tenant, fabric, "weather");

        approve(operator, id).statusCode(409).body("type", containsString("partition-exists"));
        planner.api().get(REQUESTS + id).then().body("request.state", equalTo("submitted"));
        assertThat(world.count("pkey_slot", "state = 'held'")).isEqualTo(1);
    }

    @Test
    void whoHasApprovedDoesNotApproveForSomebodyElse() {
        world.execute("INSERT INTO approval_rule (tenant_id, approvals) VALUES (?, 2)", tenant);
        String id = submitted();

        approve(operator, id).statusCode(200).body("request.state", equalTo("submitted"));
        approve(operator, id).statusCode(409).body("type", containsString("decided-by-you"));
        approve(world.operator("second"), id).statusCode(200).body("request.state", equalTo("provisioning"));
    }

    @Test
    void badFormsAreRefusedWithTheFieldAndNothingIsMade() {
        refused(Map.of("kind", "cake", "title", "x"), "kind");
        refused(Map.of("kind", "partition", "title", "x"), "partition");
        refused(Map.of("kind", "addresses", "title", "x", "addresses", 4), "pool");
        refused(Map.of("kind", "addresses", "title", "x", "pool", "odd", "addresses", 4), "pool");
        refused(
                Map.of(
                        "kind",
                        "addresses",
                        "title",
                        "x",
                        "pool",
                        UUID.randomUUID().toString(),
                        "addresses",
                        0),
                "addresses");
        refused(
                Map.of("kind", "partition", "title", "", "partition", Map.of("fabric", fabric.toString(), "name", "x")),
                "title");
        refused(
                Map.of("kind", "partition", "title", "x", "partition", Map.of("fabric", "nowhere", "name", "x")),
                "fabric");
        ask(UUID.randomUUID(), 4).statusCode(404);
        assertThat(world.count("request", "true")).isZero();
        planner.api().get("/api/v1/requests?state=cake").then().statusCode(422);
        planner.api()
                .get("/api/v1/requests")
                .then()
                .statusCode(200)
                .body("items.size()", equalTo(0))
                .body("next", nullValue());
    }

    private void refused(Map<String, Object> form, String field) {
        planner.api()
                .body(form)
                .post("/api/v1/requests")
                .then()
                .statusCode(422)
                .body("errors[0].field", containsString(field));
    }
}
