package dev.ibportal.portal.auditlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

/** The page of each thing that has one tells what was done to it, with scripts in place and without them by a link. */
@QuarkusTest
class HistoryOnDetailPagesTest {
    @Inject
    World world;

    private record Thing(String kind, Object id) {}

    /** Each page, and whose history it has. */
    private Map<String, Thing> pages(Person root) {
        Cluster cluster = new Cluster(root);
        UUID tenant = UUID.fromString(made(root, "/api/v1/tenants", Map.of("name", "Aldermoor")));
        UUID fabric = cluster.fabric("east");
        UUID node = cluster.node("n1", fabric, "0x0002c90300000001", tenant);
        UUID partition = cluster.partition(tenant, fabric, "sea");
        UUID pool = cluster.pool(tenant, partition, "10.77.90.0/29");
        String address = cluster.ask(pool, Map.of()).statusCode(201).extract().path("id");
        String member = cluster.member(partition, Map.of("node", "n1", "membership", "full"))
                .extract()
                .path("id");
        String user = made(root, "/api/v1/users", Map.of("login", "pat", "name", "Pat", "roles", new Object[] {
            Map.of("role", "planner", "tenant", tenant.toString())
        }));
        String accounts = "/tenants/" + tenant + "/service-accounts";
        String account = made(root, "/api/v1" + accounts, Map.of("name", "Robot", "role", "planner"));
        Map<String, Thing> pages = new LinkedHashMap<>();
        pages.put("/tenants/" + tenant, new Thing("tenant", tenant));
        pages.put("/fabrics/" + fabric, new Thing("fabric", fabric));
        pages.put("/nodes/" + node, new Thing("node", node));
        pages.put("/partitions/" + partition, new Thing("partition", partition));
        pages.put("/partitions/" + partition + "/members/" + member + "/edit", new Thing("member", member));
        pages.put("/pools/" + pool, new Thing("pool", pool));
        pages.put("/addresses/" + address + "/release", new Thing("address", address));
        pages.put("/people/" + user + "/account", new Thing("user", user));
        pages.put("/tenants/" + tenant + "/people/" + user, new Thing("user", user));
        pages.put(accounts + "/" + account, new Thing("service-account", account));
        return pages;
    }

    private static String made(Person root, String path, Map<String, Object> form) {
        return root.api().body(form).post(path).then().statusCode(201).extract().path("id");
    }

    @Test
    void eachPageHasTheHistoryOfItsThing() {
        world.reset();
        Map<String, Thing> pages = pages(world.operator("root"));
        Browser browser = Browser.of("root");

        pages.forEach((path, thing) -> {
            String query = "?objectKind=" + thing.kind() + "&object=" + thing.id();
            Document page = browser.get(path);
            assertThat(page.select("details.history[hx-get=/audit/history" + query + "]"))
                    .as(path)
                    .hasSize(1);
            assertThat(page.select("details.history a[href=/audit?within=" + thing.kind() + ":" + thing.id() + "]"))
                    .as(path)
                    .hasSize(1);
            assertThat(browser.get("/audit/history" + query).select("tbody tr"))
                    .as(path)
                    .isNotEmpty();
            assertThat(browser.get("/audit?within=" + thing.kind() + ":" + thing.id())
                            .select("tbody tr"))
                    .as(path)
                    .isNotEmpty();
        });
    }
}
