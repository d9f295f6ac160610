package dev.ibportal.portal.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class C25NamesWithMarksOnPagesTest {
    private static final String NAME = "O'Brae & \"Söhne\" <b>x</b> {pool.size} ${7*7}";
    private static final String DESCRIPTION = "</textarea><script>document.title='gone'</script>";

    @Inject
    World world;

    @BeforeEach
    void empty() {
        world.reset();
    }

    @Test
    void aTenantsNameIsTextOnEachPageAndTheSameAfterASecondSave() {
        Cluster cluster = new Cluster(world.operator("olga"));
        Browser olga = Browser.of("olga");
        Response created =
                olga.send(olga.get("/tenants/new"), "main form", Map.of("name", NAME, "description", DESCRIPTION));
        assertThat(created.statusCode()).isEqualTo(303);
        UUID tenant = UUID.fromString(world.string("SELECT id FROM tenant"));
        String path = "/tenants/" + tenant;
        UUID node = cluster.node("node-1");
        cluster.grant(tenant, node);

        assertText(olga.get("/tenants"), "tbody th", NAME);
        assertText(olga.get("/tenants"), "tbody td", DESCRIPTION);
        assertText(olga.get(path), "h1", NAME);
        assertText(olga.get(path), "main dd", DESCRIPTION);
        Document revoke = olga.get(path + "/nodes/" + node + "/revoke");
        assertThat(revoke.select("h1").text()).contains(NAME);
        assertClean(revoke);
        Document edit = olga.get(path + "/edit");
        assertThat(edit.select("[name=name]").val()).isEqualTo(NAME);
        assertThat(edit.select("[name=description]").first()).isNotNull();
        assertThat(edit.select("[name=description]").first().wholeText()).isEqualTo(DESCRIPTION);
        assertClean(edit);

        Response saved = olga.send(edit, "main form", Map.of());

        assertThat(saved.statusCode()).isEqualTo(303);
        assertThat(world.string("SELECT name FROM tenant")).isEqualTo(NAME);
        assertThat(world.string("SELECT description FROM tenant")).isEqualTo(DESCRIPTION);
        assertThat(olga.get("/").select(".shell-tenant button").eachText()).contains(NAME);
    }

    @Test
    void aPartitionsNameIsTextOnItsDeleteConfirmationToo() {
        Cluster cluster = new Cluster(world.operator("olga"));
        UUID tenant = world.tenant("Aldermoor");
        UUID partition = cluster.partition(tenant, cluster.fabric("east"), NAME);
        Browser olga = Browser.of("olga");
        String path = "/partitions/" + partition;

        for (String page : List.of("/partitions", path, path + "/edit", path + "/delete", path + "/members/add")) {
            Document seen = olga.get(page);
            assertThat(seen.select("main").text() + seen.select("[name=name]").val())
                    .as(page)
                    .contains(NAME);
            assertClean(seen);
        }
    }

    @Test
    void linesAndABeginningNewlineComeBackAsTheyWere() {
        world.operator("olga");
        Browser olga = Browser.of("olga");
        String lines = "\nfirst\nsecond & <third>";
        olga.send(olga.get("/tenants/new"), "main form", Map.of("name", "Lines", "description", lines));
        String path = "/tenants/" + world.string("SELECT id FROM tenant");

        olga.send(olga.get(path + "/edit"), "main form", Map.of());

        assertThat(world.string("SELECT description FROM tenant")).isEqualTo(lines);
    }

    private static void assertText(Document page, String where, String text) {
        assertThat(page.select(where).eachText()).contains(text);
        assertClean(page);
    }

    private static void assertClean(Document page) {
        assertThat(page.select("main b:containsOwn(x), script:not([src])")).isEmpty();
        assertThat(page.title()).isNotEqualTo("gone");
        assertThat(page.outerHtml()).doesNotContain("&amp;amp;");
    }
}
