package dev.ibportal.portal.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Asking and deciding in a browser; people can look at the pages in {@code target/sights}. */
@QuarkusTest
@SuppressWarnings("NullAway.Init")
class RequestPagesTest {
    @Inject
    World world;

    private Cluster cluster;
    private UUID tenant;
    private UUID fabric;

    @BeforeEach
    void aPlannerAndAnOperator() {
        world.reset();
        Person operator = world.operator("olga");
        cluster = new Cluster(operator);
        tenant = world.tenant("Aldermoor");
        world.planner("paul", tenant);
        fabric = cluster.fabric("east");
    }

    private static String place(Response answer) {
        assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(303);
        String location = answer.header("Location");
        String path = location.substring(location.indexOf("/requests/"));
        return path.contains("?") ? path.substring(0, path.indexOf('?')) : path;
    }

    @Test
    void fromTheFormToThePartition() throws IOException {
        Browser paul = Browser.of("paul");
        Document form = paul.get("/requests/new");
        keep(form, "request-form");
        String request = place(paul.send(
                form,
                "main form",
                Map.of("title", "Weather model", "reason", "Runs from March on", "name", "weather", "then", "submit")));

        Document mine = paul.get(request);
        assertThat(mine.text()).contains("Waits for a decision", "somebody else decides it", "Runs from March on");
        assertThat(mine.select("button[value=approve]")).isEmpty();

        Browser olga = Browser.of("olga");
        Document theirs = olga.get(request);
        assertThat(theirs.text()).contains("1 held for requests");
        keep(theirs, "request-decide");
        olga.send(theirs, "main form", Map.of("decision", "comment", "said", "For how long?"));
        assertThat(place(olga.send(olga.get(request), "main form", Map.of("decision", "approve", "said", "fine"))))
                .isEqualTo(request);

        Document done = paul.get(request);
        assertThat(done.text()).contains("Being set up", "For how long?", "fine");
        assertThat(done.select("main a[href^=/partitions/]").text()).isEqualTo("weather");
        keep(new Browser("zh").logIn("olga").get(request), "request-done-zh");
        keep(new Browser("zh").logIn("olga").get("/requests"), "requests-zh");
    }

    @Test
    void whatCannotBeHeldStaysADraftAndSaysWhy() {
        UUID partition = cluster.partition(tenant, fabric, "weather");
        UUID pool = cluster.pool(tenant, partition, "10.77.0.0/29", Map.of());
        Browser paul = Browser.of("paul");

        Response answer = paul.send(
                paul.get("/requests/new?pool=" + pool),
                "main form",
                Map.of("title", "more", "addresses", "60", "then", "submit"));

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.asString()).contains("There is not as much free as the request asks for", "Draft");
        assertThat(world.count("address", "request_id IS NOT NULL")).isZero();
    }

    private static void keep(Document page, String name) throws IOException {
        Path file = Path.of("target", "sights", name + ".html");
        Files.createDirectories(file.getParent());
        String resources = Path.of("src", "main", "resources", "META-INF", "resources")
                .toUri()
                .toString();
        Files.writeString(
                file,
                page.outerHtml().replace("href=\"/", "href=\"" + resources).replace("src=\"/", "src=\"" + resources));
    }
}
