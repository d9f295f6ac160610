package dev.ibportal.portal.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class DriversTest {
    private static final String OWN = """
            {"profiles": [{"id": "%s", "stack": "mlnx_ofed", "version": "24.10",
              "systems": [{"ids": ["debian"], "versions": ["12"]}], "architectures": ["x86_64"], "drivers": ["mlx5"],
              "without": [], "kernels": [], "lastKernel": "6.8", "packages": [],
              "sources": [%s]}]}""";
    private static final String SOURCE = "{\"about\": \"systems\", \"text\": \"release notes\"}";

    @Inject
    World world;

    private Person olga;
    private UUID node = UUID.randomUUID();

    @BeforeEach
    void twoNodes() {
        world.reset();
        olga = world.operator("olga");
        Cluster cluster = new Cluster(olga);
        node = cluster.node("gpu-1");
        cluster.node("silent-1");
        world.execute(
                "UPDATE node_status SET facts = ?::jsonb WHERE node_id = ?",
                "{\"osId\":\"debian\",\"osVersion\":\"12\",\"kernel\":\"6.99.1-test\",\"architecture\":\"x86_64\"}",
                node);
        world.execute(
                "INSERT INTO node_inventory (node_id, observed_at, sequence, report, netdevs)"
                        + " VALUES (?, now(), 1, ?::jsonb, 0)",
                node,
                "{\"hcas\":[{\"device\":\"mlx5_0\",\"type\":\"MT4123\",\"driver\":\"mlx5_core\"}]}");
    }

    private JsonPath read(String catalogue, int status) {
        return olga.api()
                .body(catalogue)
                .post("/api/v1/driver-catalogue/imports")
                .then()
                .statusCode(status)
                .extract()
                .jsonPath();
    }

    @Test
    void whatWasReadInIsWrittenOutAndDecides() {
        assertThat(read(OWN.formatted("ofed-24", SOURCE), 200).getList("added")).containsExactly("ofed-24");
        assertThat(read(OWN.formatted("ofed-24", SOURCE), 200).getList("same")).containsExactly("ofed-24");
        read(OWN.formatted("ofed-25", SOURCE).replace("24.10", "25.1").replace("6.8", "6.99"), 200);
        String exported = olga.api().get("/api/v1/driver-catalogue").asString();
        assertThat(exported).contains("ofed-24");
        assertThat(read(exported, 200).getList("changed")).isEmpty();

        JsonPath matrix = olga.api()
                .queryParam("selector", "name=gpu-*")
                .get("/api/v1/driver-matrix")
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
        assertThat(matrix.getInt("nodes")).isEqualTo(1);
        String own = "rows[0].verdicts.find { it.profile == 'ofed-24' }";
        assertThat(matrix.getString(own + ".answer")).isEqualTo("REFUSED");
        assertThat(matrix.getString(own + ".whyNot[0].text"))
                .contains("6.99.1-test")
                .contains("24.10");
        assertThat(matrix.getString(own + ".nearest"))
                .as("the same stack, the newest")
                .isEqualTo("ofed-25");
    }

    /** An adapter without a driver is on the bus and no RDMA device. */
    @Test
    void whatIsOnTheBusCountsMoreThanWhatHasADriver() {
        world.execute(
                "UPDATE node_inventory SET report = ?::jsonb WHERE node_id = ?",
                "{\"hcas\":[],\"drivers\":{\"adapters\":[{\"address\":\"0000:3b:00.0\",\"id\":\"15b3:1003\"}]}}",
                node);
        JsonPath row = olga.api()
                .get("/api/v1/driver-matrix/" + node)
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
        assertThat(row.getBoolean("adaptersKnown")).isTrue();
        assertThat(row.getString("verdicts.find { it.profile == 'inbox-debian' }.answer"))
                .isEqualTo("WORKS");
    }

    @Test
    void aShippedProfileIsReplacedAndComesBack() {
        String old = olga.api().get("/api/v1/driver-catalogue").path("profiles.find { it.id == 'inbox-debian' }.stack");
        read(OWN.formatted("inbox-debian", SOURCE), 200);
        assertThat(olga.api()
                        .get("/api/v1/driver-catalogue")
                        .<String>path("profiles.find { it.id == 'inbox-debian' }.version"))
                .isEqualTo("24.10");

        olga.api().delete("/api/v1/driver-profiles/inbox-debian").then().statusCode(204);
        assertThat(olga.api()
                        .get("/api/v1/driver-catalogue")
                        .<String>path("profiles.find { it.id == 'inbox-debian' }.stack"))
                .isEqualTo(old);
        olga.api().delete("/api/v1/driver-profiles/inbox-debian").then().statusCode(409);
    }

    @Test
    void aFactWithoutASourceIsRefusedAndNothingIsKept() {
        assertThat(read(OWN.formatted("ofed-24", ""), 422).getString("detail")).contains("names no source");
        assertThat(read("{\"profiles\": [\n{\"id\": 3}", 422).getString("detail"))
                .contains("line 2");
        assertThat(olga.api().get("/api/v1/driver-catalogue").asString()).doesNotContain("ofed-24");
    }

    @Test
    void pagesSayWhyNotAndWhatWorksInstead() {
        Browser browser = Browser.of("olga");
        Document page = browser.get("/drivers/nodes/" + node);
        assertThat(page.text())
                .contains("ConnectX-6")
                .contains("mlnx-ofed-4.9")
                .contains("cannot be told")
                .contains("inbox-debian");
        Document matrix = browser.get("/drivers/matrix?selector=");
        assertThat(matrix.text()).contains("2 nodes chosen").contains("not told yet");
        assertThat(browser.open("/drivers/matrix?selector=colour=red").statusCode())
                .isEqualTo(422);
        Document form = browser.get("/drivers/import");
        assertThat(browser.send(form, "form.box", Map.of("catalogue", OWN.formatted("ofed-25", SOURCE)))
                        .statusCode())
                .isEqualTo(303);
        Document own = browser.get("/drivers/profiles/ofed-25");
        assertThat(browser.send(own, "form.danger-zone", Map.of()).statusCode()).isEqualTo(303);
        assertThat(browser.get("/drivers").text()).doesNotContain("ofed-25");
    }

    @Test
    void nobodyButOperatorsSees() {
        UUID tenant = world.tenant("Aldermoor");
        for (Person who : List.of(world.tenantAdmin("ada", tenant), world.auditor("audrey", null))) {
            assertThat(who.api().get("/api/v1/driver-matrix").statusCode()).isEqualTo(403);
            assertThat(who.api().get("/api/v1/driver-catalogue").statusCode()).isEqualTo(403);
        }
    }
}
