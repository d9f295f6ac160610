package dev.ibportal.portal.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two hosts of one fabric's subnet manager, of which the standby is behind; people can look at it in {@code target/sights}. */
@QuarkusTest
@SuppressWarnings("NullAway.Init")
class SmHostsPageTest {
    @Inject
    World world;

    private UUID fabric;

    @BeforeEach
    void aMasterAndAStandbyThatIsBehind() {
        world.reset();
        Person olga = world.operator("olga");
        for (String name : List.of("sm-1", "sm-2")) {
            olga.api()
                    .body(Map.of("name", name, "roles", List.of("node", "subnet-manager")))
                    .post("/api/v1/nodes")
                    .then()
                    .statusCode(201);
        }
        fabric = new Cluster(olga).fabric("east");
        String path = "/api/v1/fabrics/" + fabric;
        olga.api()
                .header("If-Match", olga.api().get(path).header("ETag"))
                .body(Map.of("name", "east", "smNode", "sm-1", "smStandbys", List.of("sm-2")))
                .put(path)
                .then()
                .statusCode(200);
        told("sm-1", "master", 7, "NULL");
        told("sm-2", "standby", 5, "now() - interval '40 seconds'");
    }

    private void told(String node, String mastery, int generation, String differsSince) {
        world.execute(
                "UPDATE fabric_sm_host SET state = 'running', mastery = ?, reason = '', seen_at = now(), applied_generation = ?,"
                        + " differs_since = " + differsSince
                        + ", last_window = interval '0.2 seconds' WHERE node_id = (SELECT id FROM node WHERE name = ?)",
                mastery,
                (long) generation,
                node);
    }

    @Test
    void eachHostIsToldWithWhatItHas() throws IOException {
        for (String language : List.of("en", "zh")) {
            Document page = new Browser(language).logIn("olga").get("/fabrics/" + fabric);
            List<Element> rows = page.select("#managers tbody tr");

            assertThat(rows).hasSize(2);
            assertThat(rows.get(0).text()).contains("sm-1").doesNotContain("5 /");
            assertThat(rows.get(1).text()).contains("sm-2", "(5 /");
            assertThat(rows.get(1).select("strong")).as("that it is behind").hasSize(1);
            keep(page.outerHtml(), "sm-hosts-" + language + ".html");
        }
    }

    private static void keep(String page, String name) throws IOException {
        Path file = Path.of("target", "sights", name);
        Files.createDirectories(file.getParent());
        String resources = Path.of("src", "main", "resources", "META-INF", "resources")
                .toUri()
                .toString();
        Files.writeString(
                file, page.replace("href=\"/", "href=\"" + resources).replace("src=\"/", "src=\"" + resources));
    }
}
