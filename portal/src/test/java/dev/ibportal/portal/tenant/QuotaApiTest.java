package dev.ibportal.portal.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import dev.ibportal.portal.testing.AtOnce;
import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A limit holds through the whole portal, and a refusal says what it is and what is used. */
@QuarkusTest
class QuotaApiTest {
    private static final int CLIENTS = 16;

    @Inject
    World world;

    private Person root;
    private Person ada;
    private Cluster cluster;
    private UUID tenant = UUID.randomUUID();
    private UUID fabric = UUID.randomUUID();

    @BeforeEach
    void aTenant() {
        world.reset();
        root = world.operator("root");
        tenant = world.tenant("Aldermoor");
        ada = world.tenantAdmin("ada", tenant);
        cluster = new Cluster(root);
        fabric = cluster.fabric("east");
    }

    private void limits(@Nullable Integer partitions, @Nullable Integer addresses, @Nullable Integer nodes) {
        Map<String, @Nullable Object> form = new LinkedHashMap<>();
        form.put("partitions", partitions);
        form.put("addresses", addresses);
        form.put("nodes", nodes);
        root.api()
                .body(form)
                .put("/api/v1/tenants/" + tenant + "/quotas")
                .then()
                .statusCode(200);
    }

    private static <T> List<T> sixteen(Callable<T> call) {
        List<Callable<T>> callers = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            callers.add(call);
        }
        return AtOnce.call(callers);
    }

    @Test
    void sixteenClientsNeverGetMorePartitionsThanAllowed() {
        limits(5, null, null);

        List<Integer> answers = sixteen(() -> ada.api()
                .body(Map.of(
                        "fabric", fabric.toString(), "name", UUID.randomUUID().toString()))
                .post("/api/v1/partitions")
                .statusCode());

        assertThat(answers).filteredOn(status -> status == 201).hasSize(5);
        assertThat(answers).filteredOn(status -> status == 409).hasSize(11);
        assertThat(world.count("pkey_slot", "state <> 'free'"))
                .as("refused ones hold no key")
                .isEqualTo(5);
        ada.api()
                .body(Map.of("fabric", fabric.toString(), "name", "one more"))
                .post("/api/v1/partitions")
                .then()
                .statusCode(409)
                .body("type", equalTo("urn:ibportal:fault:quota-exceeded"))
                .body("detail", containsString("may have 5 partitions and has 5; 1 more is not possible"))
                .body("limit", equalTo(5))
                .body("used", equalTo(5));
        assertThat(world.count(
                        "audit_event", "outcome = 'denied' AND actor_name = 'ada' AND action = 'tenant.overreach'"))
                .as("each refusal is a denied attempt")
                .isEqualTo(12);
    }

    @Test
    void sixteenClientsNeverGetMoreAddressesThanAllowed() {
        UUID partition = cluster.partition(tenant, fabric, "p");
        UUID first = cluster.pool(tenant, partition, "10.1.0.0/16");
        UUID second = cluster.pool(tenant, partition, "10.2.0.0/16");
        limits(null, 100, null);

        List<Integer> got = sixteen(() -> {
            int count = 0;
            for (int i = 0; i < 6; i++) {
                UUID pool = i % 2 == 0 ? first : second;
                int status = ada.api()
                        .body(Map.of("count", 3))
                        .post("/api/v1/pools/" + pool + "/addresses/bulk")
                        .statusCode();
                assertThat(status).isIn(201, 409);
                count += status == 201 ? 3 : 0;
            }
            return count;
        });

        assertThat(got.stream().mapToInt(Integer::intValue).sum()).isEqualTo(99);
        assertThat(world.count("address", "true")).isEqualTo(99);
        cluster.ask(first, Map.of()).statusCode(201);
        cluster.ask(first, Map.of()).statusCode(409).body("used", equalTo(100));
        ada.api()
                .delete("/api/v1/addresses/" + world.string("SELECT id FROM address LIMIT 1"))
                .then()
                .statusCode(204);
        cluster.ask(second, Map.of()).statusCode(201);
    }

    @Test
    void aMembersAddressesCountToo() {
        cluster.node("node-1", fabric, "0x0002c90300000001", tenant);
        UUID partition = cluster.partition(tenant, fabric, "p");
        cluster.pool(tenant, partition, "10.1.0.0/24");
        limits(null, 0, null);

        cluster.member(partition, Map.of("node", "node-1", "membership", "full"))
                .statusCode(409)
                .body("quota", equalTo("addresses"));
        assertThat(world.count("membership", "true")).isZero();
    }

    @Test
    void operatorsAreHeldToTheTenantsLimitToo() {
        limits(null, null, 1);
        cluster.grant(tenant, cluster.node("node-1"));

        root.api()
                .put("/api/v1/tenants/" + tenant + "/nodes/" + cluster.node("node-2"))
                .then()
                .statusCode(409)
                .body("detail", containsString("may have 1 node and has 1"));
    }

    @Test
    void tenantsSeeTheirLimitsAndDoNotSetThem() {
        limits(3, 40, null);
        cluster.partition(tenant, fabric, "p");

        ada.api()
                .get("/api/v1/tenants/" + tenant + "/quotas")
                .then()
                .statusCode(200)
                .body("kind", equalTo(List.of("partitions", "addresses", "nodes")))
                .body("limit", equalTo(java.util.Arrays.asList(3, 40, null)))
                .body("used", equalTo(List.of(1, 0, 0)));
        ada.api()
                .body(Map.of("partitions", 9))
                .put("/api/v1/tenants/" + tenant + "/quotas")
                .then()
                .statusCode(403);
        root.api()
                .body(Map.of("partitions", -1))
                .put("/api/v1/tenants/" + tenant + "/quotas")
                .then()
                .statusCode(422);
        assertThat(Browser.of("ada")
                        .get("/tenants/" + tenant)
                        .select(".meter-text")
                        .eachText())
                .containsExactly("1 / 3", "0 / 40");
        assertThat(world.string("SELECT after::text FROM audit_event WHERE action = 'tenant.set-quotas'"))
                .contains("\"partitions\": 3");
    }

    @Test
    void theFormOfQuotasWorksWithoutScripts() {
        Browser browser = Browser.of("root");
        String page = "/tenants/" + tenant + "/quotas";
        browser.send(browser.get(page), "main form", Map.of("partitions", "7", "addresses", "", "nodes", "2"));

        assertThat(browser.get(page).select("[name=partitions]").val()).isEqualTo("7");
        assertThat(browser.get("/tenants/" + tenant).select("main").text()).contains("0 · no limit");
        assertThat(browser.send(browser.get(page), "main form", Map.of("nodes", "many"))
                        .statusCode())
                .isEqualTo(422);
    }
}
