package dev.ibportal.portal.auditlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happened to a partition is also what happened to its members, pools and addresses, whether they still exist or not. */
@QuarkusTest
@SuppressWarnings("NullAway.Init")
class HistoryOfAThingTest {
    @Inject
    World world;

    private Person operator;
    private Cluster cluster;
    private UUID tenant;
    private UUID node;
    private UUID partition;
    private UUID pool;

    @BeforeEach
    void somethingHappened() {
        world.reset();
        operator = world.operator("olga");
        cluster = new Cluster(operator);
        tenant = world.tenant("Aldermoor");
        UUID fabric = cluster.fabric("ib");
        node = cluster.node("n1", fabric, "0x02a1f00300000051", tenant);
        partition = cluster.partition(tenant, fabric, "storage", "0x8051");
        UUID other = cluster.partition(tenant, fabric, "other", "0x8052");
        pool = cluster.pool(tenant, partition, "10.77.51.0/24");
        cluster.pool(tenant, other, "10.77.52.0/24");
        cluster.member(other, Map.of("node", "n1", "membership", "full")).statusCode(201);
        cluster.ask(pool, Map.of("note", "kept")).statusCode(201);
        String member = cluster.member(partition, Map.of("node", "n1", "membership", "full"))
                .statusCode(201)
                .extract()
                .path("id");
        operator.api()
                .delete("/api/v1/partitions/{p}/members/{m}", partition, member)
                .then()
                .statusCode(202);
        String kept = world.string("SELECT id FROM address WHERE note = 'kept'");
        operator.api().delete("/api/v1/addresses/{id}", kept).then().statusCode(204);
    }

    private List<String> actions(String within) {
        return operator.api()
                .queryParam("within", within)
                .get("/api/v1/audit-events")
                .then()
                .statusCode(200)
                .extract()
                .path("items.action");
    }

    @Test
    void aPartitionsTellsOfAllThatWasInIt() {
        List<String> all = List.of(
                "address.release",
                "address.release",
                "member.remove",
                "address.allocate",
                "member.add",
                "address.allocate",
                "pool.create",
                "partition.create");

        assertThat(actions("partition:" + partition)).containsExactlyInAnyOrderElementsOf(all);
        assertThat(world.count("address", "note = 'kept'"))
                .as("one of the addresses is gone")
                .isZero();
    }

    @Test
    void aPoolsTellsOfItsAddresses() {
        assertThat(actions("pool:" + pool))
                .containsExactlyInAnyOrder(
                        "pool.create", "address.allocate", "address.release", "address.allocate", "address.release");
    }

    @Test
    void everyKindHasOne() {
        assertThat(actions("node:" + node)).contains("node.create", "port.register", "node.grant");
        assertThat(actions("tenant:" + tenant)).contains("node.grant").doesNotContain("partition.create");
        assertThat(actions("user:" + operator.id())).isEmpty();
        assertThat(actions("service-account:" + UUID.randomUUID())).isEmpty();
        assertThat(actions("fabric:" + UUID.randomUUID())).isEmpty();
        for (String wrong : List.of("partition", "partition:x", ":", "x y:z")) {
            operator.api()
                    .queryParam("within", wrong)
                    .get("/api/v1/audit-events")
                    .then()
                    .statusCode(422)
                    .body("errors[0].field", containsString("within"));
        }
    }

    private static Document refused(Browser browser, String path) {
        Response answer = browser.open(path);
        assertThat(answer.statusCode()).isEqualTo(422);
        return Browser.parse(answer);
    }

    @Test
    void aTypoInOneFilterKeepsTheOthers() {
        Browser browser = Browser.of("olga");
        Document page = refused(browser, "/audit?actor=olga&from=2031-03-30&to=2031-03-29&zone=Mars");

        assertThat(page.select("#error-summary a").eachAttr("href")).containsExactly("#f-zone");
        assertThat(page.select("#error-summary h2").text()).isEqualTo("This did not work");
        assertThat(page.select("#f-actor").val()).isEqualTo("olga");
        assertThat(page.select("#f-zone").val()).isEqualTo("Mars");
        page = refused(browser, "/audit?actor=olga&from=2031-03-30&to=2031-03-29");
        assertThat(page.select("#error-summary a").eachAttr("href")).containsExactly("#f-to");
        assertThat(page.select("#error-summary").text()).contains("not after");
        page = browser.get("/audit?from=2031-03-30&to=2031-03-30");
        assertThat(page.select("#error-summary")).isEmpty();
    }
}
