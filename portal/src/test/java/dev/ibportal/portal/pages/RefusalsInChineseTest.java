package dev.ibportal.portal.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What goes wrong is told in the person's language; the facts stay beside it, marked as English. */
@QuarkusTest
@SuppressWarnings("NullAway.Init")
class RefusalsInChineseTest {
    @Inject
    World world;

    private UUID tenant;
    private UUID fabric;
    private Cluster cluster;
    private Browser olga;

    @BeforeEach
    void aChineseOperator() {
        world.reset();
        cluster = new Cluster(world.operator("olga"));
        tenant = world.tenant("Aldermoor");
        fabric = cluster.fabric("ib");
        olga = new Browser("zh-CN").logIn("olga");
    }

    @Test
    void aWrongFieldIsNamedAndLinkedInTheSummary() {
        UUID partition = cluster.partition(tenant, fabric, "weather");
        Document page = Browser.parse(olga.send(
                olga.get("/pools/new?partition=" + partition),
                "form.box",
                Map.of("name", "p", "prefix", "10.1.0.1/24", "gateway", "nonsense")));

        assertThat(page.select("#error-summary a").eachAttr("href")).containsExactly("#f-prefix", "#f-gateway");
        assertThat(page.select("#error-summary a").eachText()).containsExactly("前缀", "网关");
        assertThat(page.select("#e-prefix").text()).startsWith("该前缀中设置了主机位。").contains("10.1.0.0/24");
        assertThat(page.select("#e-prefix small[lang=en]").text()).contains("10.1.0.0/24");
    }

    @Test
    void aConflictHasAChineseTitle() {
        cluster.partition(tenant, fabric, "weather");
        Document page = Browser.parse(olga.send(
                olga.get("/partitions/new"),
                "form.box",
                Map.of("tenant", tenant.toString(), "fabric", fabric.toString(), "name", "Weather")));

        assertThat(page.select("#error-summary").text()).contains("已有同名对象。");
    }

    @Test
    void anOldVersionIsToldWithoutTalkOfVersions() {
        UUID partition = cluster.partition(tenant, fabric, "weather");
        for (Browser browser : new Browser[] {olga, Browser.of("olga")}) {
            Document form = browser.get("/partitions/" + partition + "/edit");
            world.execute("UPDATE partition SET version = version + 1");

            String told = Browser.parse(browser.send(form, "form.box", Map.of("name", "new")))
                    .select("#error-summary")
                    .text();

            assertThat(told).doesNotContain("version").doesNotContain("ETag");
            assertThat(told).containsAnyOf("其他人修改", "Somebody else changed it");
        }
    }

    @Test
    void aPageThatIsNotThereAndOneThatIsForbiddenKeepTheNavigation() {
        world.planner("paul", tenant);
        Browser paul = new Browser("zh-CN").logIn("paul");

        Document missing = Browser.parse(paul.open("/partitions/" + UUID.randomUUID()));
        Document forbidden = Browser.parse(paul.open("/partitions/new"));

        assertThat(missing.select("main").text()).contains("它不存在，或您无权查看。");
        assertThat(forbidden.select("main").text()).contains("您的角色不允许此操作。").doesNotContain("GET /partitions/new");
        assertThat(missing.select("nav a[href=/partitions]")).hasSize(1);
        assertThat(forbidden.select("nav a[href=/partitions]")).hasSize(1);
        assertThat(Browser.parse(new Browser("zh-CN").open("/nowhere")).select("nav"))
                .isEmpty();
    }

    /** Who cannot read a refusal must be able to change that there. */
    @Test
    void theLanguageIsSwitchedOnAPageThatIsNotThereToo() {
        String path = "/partitions/" + UUID.randomUUID() + "?x=1";
        olga.get("/partitions");
        Document missing = Browser.parse(olga.open(path));
        assertThat(missing.select("form[action=/preferences] input[name=back]").val())
                .isEqualTo(path);

        var switched = olga.send(missing, "form[action=/preferences]", Map.of("language", "en"));

        assertThat(switched.statusCode()).isEqualTo(303);
        assertThat(switched.header("Location")).endsWith(path);
        assertThat(Browser.parse(olga.open(path)).select("h1").text()).isEqualTo("Not found");
    }

    /** Said of the thing itself; and in the person's language, with the words of the daemon beside it. */
    private void mtuIsWrong() {
        world.execute("UPDATE membership_status SET state = 'effective', found = 'full', seen_at = now()");
        world.execute("UPDATE fabric_status SET sm_state = 'running', seen_at = now()");
        world.execute("UPDATE node_status SET state = 'online', last_seen_at = now()");
        world.execute("UPDATE interface_status SET state = 'failed', cause = 'mtu.mismatch', seen_at = now(),"
                + " reason = 'wanted MTU 4092 on ib0.8001, found 2044',"
                + " links = '[{\"link\":\"CHAIN_LINK_MTU\",\"verdict\":\"VERDICT_BROKEN\"}]'");
    }

    @Test
    void whatWasDoneIsToldByNameAndReasonsInChinese() {
        UUID partition = cluster.partition(tenant, fabric, "weather");
        UUID pool = cluster.pool(tenant, partition, "10.77.1.0/24");
        UUID node = cluster.node("n101", fabric, "0x02a1f00300000101", tenant);
        cluster.member(partition, Map.of("node", "n101", "membership", "full")).statusCode(201);
        // The portal itself may look at the fabric in between, and finds nobody there.
        await().untilAsserted(() -> {
            for (String path : new String[] {"/", "/nodes/" + node, "/partitions/" + partition}) {
                mtuIsWrong();
                Document page = olga.get(path);
                assertThat(page.select("main").text()).as(path).contains("MTU 与要求不符。 需要：MTU 4092 on ib0.8001。实际：2044。");
                assertThat(page.select("details.original [lang=en]").text())
                        .as(path)
                        .isEqualTo("wanted MTU 4092 on ib0.8001, found 2044");
            }
        });
        String reserved = cluster.ask(pool, Map.of()).statusCode(201).extract().path("id");
        var done = olga.send(olga.get("/addresses/" + reserved + "/release"), "form.box", Map.of());
        assertThat(olga.get(done.header("Location").replaceFirst("^https?://[^/]+", ""))
                        .select("[role=status]")
                        .text())
                .contains("已移除 10.77.1.2");
    }

    @Test
    void manyNodesAreFoundByNameOrTakenAllAtOnce() {
        UUID partition = cluster.partition(tenant, fabric, "weather");
        world.execute("INSERT INTO node (name, name_key) SELECT 'n' || g, 'n' || g FROM generate_series(1000, 2199) g");
        world.execute(
                "INSERT INTO port (node_id, fabric_id, guid, registered_by) SELECT id, ?, '0x02a1f0030000'"
                        + " || substr(name, 2), 'person' FROM node",
                fabric);
        world.execute("INSERT INTO node_grant (tenant_id, node_id) SELECT ?, id FROM node", tenant);
        Browser browser = Browser.of("olga");
        String path = "/partitions/" + partition + "/members/add";

        Document all = browser.get(path);
        assertThat(all.select("input[name=node]")).hasSize(200);
        assertThat(all.text()).contains("The first 200 of 1200 nodes");
        Document some = browser.get(path + "?search=N10");
        assertThat(some.select("input[name=node]")).hasSize(100);

        assertThat(browser.send(all, "form.box", Map.of("all", "true", "membership", "full"))
                        .statusCode())
                .isEqualTo(303);
        assertThat(world.count("membership", "true")).isEqualTo(1200);
    }
}
