package dev.ibportal.portal.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

/** More nodes than the quota has room for: none is granted, and the form says how many would be. */
@QuarkusTest
class GrantOverQuotaTest {
    @Inject
    World world;

    @Test
    void theFormStaysAndSaysTheRightNumbers() {
        world.reset();
        World.Person root = world.operator("root");
        UUID tenant = world.tenant("Aldermoor");
        Cluster cluster = new Cluster(root);
        UUID fabric = cluster.fabric("east");
        for (int i = 1; i <= 6; i++) {
            cluster.node("node-" + i, fabric, "0x0002c9030000000" + i, world.tenant("Other " + i));
        }
        world.string("SELECT set_quota(?, 'nodes', 2)::text", tenant);
        Browser browser = Browser.of("root");
        Document page = browser.get("/tenants/" + tenant + "/grant");
        List<String> nodes = page.select("input[name=node]").eachAttr("value");
        assertThat(nodes).hasSize(6);

        Response refused = browser.post(
                "/tenants/" + tenant + "/grant",
                "csrf-token=" + page.select("form.box input[name=csrf-token]").val()
                        + nodes.stream().map(node -> "&node=" + node).collect(Collectors.joining()));

        assertThat(refused.statusCode()).isEqualTo(422);
        Document form = Browser.parse(refused);
        assertThat(form.select("#error-summary").text())
                .contains("may have 2 nodes and has 0; 6 more are not possible, since 2 are left");
        assertThat(form.select("input[name=node][checked]")).hasSize(6);
        assertThat(world.count("node_grant", "tenant_id = ?", tenant)).isZero();
    }
}
