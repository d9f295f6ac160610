package dev.ibportal.portal.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItems;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Suspending keeps everything and stops everything new; removing goes through the absence ledger. */
@QuarkusTest
class TenantLifeApiTest {
    @Inject
    World world;

    @Inject
    TenantFinisher finisher;

    private Person root;
    private Person ada;
    private Cluster cluster;
    private UUID tenant = UUID.randomUUID();
    private UUID fabric = UUID.randomUUID();
    private UUID partition = UUID.randomUUID();
    private UUID pool = UUID.randomUUID();
    private String path = "";

    @BeforeEach
    void aTenantWithThings() {
        world.reset();
        root = world.operator("root");
        tenant = world.tenant("Aldermoor");
        ada = world.tenantAdmin("ada", tenant);
        cluster = new Cluster(root);
        fabric = cluster.fabric("east");
        cluster.node("node-1", fabric, "0x0002c90300000001", tenant);
        partition = cluster.partition(tenant, fabric, "weather");
        pool = cluster.pool(tenant, partition, "10.77.0.0/24");
        cluster.member(partition, Map.of("node", "node-1", "membership", "full"))
                .statusCode(201);
        cluster.ask(pool, Map.of("note", "kept")).statusCode(201);
        path = "/api/v1/tenants/" + tenant;
    }

    private ValidatableResponse suspend() {
        return root.api()
                .body(Map.of("reason", "Invoice <42> & \"more\""))
                .put(path + "/suspension")
                .then()
                .statusCode(200)
                .body("state", equalTo("suspended"));
    }

    @Test
    void aSuspendedTenantGetsNoKeyToItEither() {
        String account = ada.api()
                .body(Map.of("name", "CI", "role", "tenant-member"))
                .post(path + "/service-accounts")
                .then()
                .statusCode(201)
                .extract()
                .path("id");
        suspend();

        ada.api()
                .body(Map.of("name", "late"))
                .post(path + "/service-accounts/" + account + "/tokens")
                .then()
                .statusCode(409)
                .body("type", equalTo("urn:ibportal:fault:tenant-suspended"));
        Browser browser = Browser.of("ada");
        String page = "/tenants/" + tenant + "/service-accounts/" + account;
        assertThat(browser.post(page + "/tokens", Map.of("name", "late", "days", "90"))
                        .statusCode())
                .isEqualTo(422);
        assertThat(world.count("api_token", "name = 'late'")).isZero();
    }

    @Test
    void aSuspendedTenantReadsEverythingAndChangesNothing() {
        suspend();

        ada.api().get("/api/v1/partitions").then().statusCode(200).body("items.name", equalTo(List.of("weather")));
        ada.api().get("/api/v1/pools/" + pool + "/addresses").then().statusCode(200);
        ada.api().get(path).then().body("suspendedReason", equalTo("Invoice <42> & \"more\""));
        for (ValidatableResponse refused : List.of(
                ada.api()
                        .body(Map.of("fabric", fabric.toString(), "name", "x"))
                        .post("/api/v1/partitions")
                        .then(),
                ada.api()
                        .body(Map.of())
                        .post("/api/v1/pools/" + pool + "/addresses")
                        .then(),
                ada.api().delete("/api/v1/partitions/" + partition).then(),
                ada.api()
                        .body(Map.of("role", "planner"))
                        .post(path + "/invitations")
                        .then(),
                ada.api()
                        .body(Map.of("name", "CI", "role", "planner"))
                        .post(path + "/service-accounts")
                        .then(),
                root.api()
                        .body(Map.of())
                        .post("/api/v1/pools/" + pool + "/addresses")
                        .then(),
                root.api().put(path + "/nodes/" + cluster.node("node-2")).then())) {
            refused.statusCode(409).body("type", equalTo("urn:ibportal:fault:tenant-suspended"));
        }
        assertThat(world.count("membership", "removed_at IS NULL")).isEqualTo(1);
        assertThat(world.count("address", "true")).isEqualTo(2);
    }

    @Test
    void aResumedTenantGoesOnWhereItWas() {
        suspend();

        root.api().delete(path + "/suspension").then().statusCode(200).body("state", equalTo("active"));

        ada.api()
                .body(Map.of())
                .post("/api/v1/pools/" + pool + "/addresses")
                .then()
                .statusCode(201);
        assertThat(world.strings("SELECT action FROM audit_event WHERE object_kind = 'tenant' ORDER BY id"))
                .containsExactly("tenant.suspend", "tenant.resume");
        ada.api().body(Map.of()).put(path + "/suspension").then().statusCode(403);
    }

    @Test
    void thePreviewTellsAllThatItOwns() {
        world.planner("paul", tenant);
        ada.api()
                .body(Map.of("name", "CI", "role", "planner"))
                .post(path + "/service-accounts")
                .then()
                .statusCode(201);
        ada.api()
                .body(Map.of("role", "planner"))
                .post(path + "/invitations")
                .then()
                .statusCode(201);

        root.api()
                .get(path + "/removal")
                .then()
                .statusCode(200)
                .body("partitions[0].name", equalTo("weather"))
                .body("partitions[0].pkey", equalTo("0x8001"))
                .body("members", equalTo(1))
                .body("pools", equalTo(1))
                .body("addresses", equalTo(2))
                .body("nodes", equalTo(List.of("node-1")))
                .body("people", equalTo(List.of("ada", "paul")))
                .body("serviceAccounts", equalTo(List.of("CI")))
                .body("openInvitations", equalTo(1))
                .body("keptBy", equalTo(List.of("node-1")));
    }

    @Test
    void theNameHasToBeTyped() {
        for (String typed : List.of("", "aldermoor", "Aldermoor ")) {
            root.api()
                    .queryParam("confirm", typed)
                    .delete(path)
                    .then()
                    .statusCode(422)
                    .body("detail", containsString("\"Aldermoor\""));
        }
        assertThat(world.count("tenant", "removed_at IS NULL")).isEqualTo(1);
    }

    @Test
    void aRemovedTenantLeavesAsTheLedgerAllowsAndItsHistoryStays() {
        // The fabric has heard of the member, so that its absence has to be read back.
        world.execute("UPDATE membership_status SET sent_generation = 1");
        world.execute("UPDATE interface_status SET sent_generation = 1");
        String secret = ada.api()
                .body(Map.of("role", "planner"))
                .post(path + "/invitations")
                .path("secret");

        root.api()
                .queryParam("confirm", "Aldermoor")
                .delete(path)
                .then()
                .statusCode(202)
                .body("state", equalTo("leaving"));

        ada.api().get("/api/v1/partitions").then().statusCode(403);
        root.api()
                .body(Map.of("secret", secret))
                .post("/api/v1/invitations/acceptance")
                .then()
                .statusCode(404);
        assertThat(world.count("absence", "closed_at IS NULL")).isEqualTo(1);
        assertThat(world.count("pkey_slot", "state = 'taken'"))
                .as("the key is not free")
                .isEqualTo(1);
        assertThat(world.count("address", "true"))
                .as("the address of the interface is not free")
                .isEqualTo(1);
        finisher.finishAll();
        root.api().get(path).then().body("state", equalTo("leaving"));
        root.api()
                .body(Map.of("name", "Aldermoor"))
                .post("/api/v1/tenants")
                .then()
                .statusCode(409);

        everythingIsProvenAbsent();
        finisher.finishAll();

        root.api().get(path).then().statusCode(200).body("state", equalTo("gone"));
        root.api().get("/api/v1/tenants").then().body("items.size()", equalTo(0));
        assertThat(world.strings("SELECT action FROM audit_event WHERE tenant_id = ?", tenant))
                .contains(
                        "partition.create",
                        "tenant.remove",
                        "partition.remove",
                        "member.remove",
                        "pool.delete",
                        "address.release",
                        "user.change-roles",
                        "node.revoke",
                        "tenant.gone");
        assertThat(world.count("audit_event", "tenant_name = 'Aldermoor'")).isGreaterThan(5);
        root.api()
                .body(Map.of("name", "Aldermoor"))
                .post("/api/v1/tenants")
                .then()
                .statusCode(201);
    }

    private void everythingIsProvenAbsent() {
        world.execute("UPDATE absence SET fabric_absent_at = now(), node_absent_at = now()");
        world.execute("SELECT close_absences(array_agg(id)) FROM absence");
        world.execute("UPDATE partition_status SET state = 'released'");
        world.execute("UPDATE pkey_slot SET state = 'free', partition_id = NULL WHERE state <> 'free'");
    }

    @Test
    void pagesSuspendResumeAndRemoveWithoutScripts() {
        Browser browser = Browser.of("root");
        String page = "/tenants/" + tenant;
        Response suspended =
                browser.send(browser.get(page + "/suspend"), "main form", Map.of("reason", "Invoice <b>42</b>"));
        assertThat(suspended.statusCode()).isEqualTo(303);
        assertThat(Browser.of("ada").get(page).select(".alert").text()).contains("suspended", "Invoice <b>42</b>");
        browser.send(browser.get(page), "form[action$=/resume]", Map.of());
        assertThat(browser.get(page).select(".alert-warning")).isEmpty();

        assertThat(browser.get(page + "/delete").select("main").text())
                .contains(
                        "weather 0x8001 east", "Members: 1", "Addresses: 2, in 1 pools", "ada", "node-1 is not online");
        assertThat(browser.send(browser.get(page + "/delete"), "main form", Map.of("confirm", "no"))
                        .statusCode())
                .isEqualTo(422);
        assertThat(browser.send(browser.get(page + "/delete"), "main form", Map.of("confirm", "Aldermoor"))
                        .statusCode())
                .isEqualTo(303);
        assertThat(browser.get(page).select(".alert-warning").text()).contains("being removed");
        root.api().get(path + "/removal").then().statusCode(200);
        root.api().queryParam("confirm", "Aldermoor").delete(path).then().statusCode(409);
        root.api().get("/api/v1/tenants").then().body("items.state", hasItems("leaving"));
    }
}
