package dev.ibportal.portal.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A form that was open for too long loses nothing, and nobody gets to see the bare refusal of its token. */
@QuarkusTest
@SuppressWarnings("NullAway.Init")
class OldFormsTest {
    private static final String TOKEN = "csrf-token";

    @Inject
    World world;

    private UUID tenant;
    private UUID fabric;
    private Browser root;

    @BeforeEach
    void somebodyWithAForm() {
        world.reset();
        tenant = world.tenant("Aldermoor");
        fabric = new Cluster(world.operator("root")).fabric("ib");
        root = Browser.of("root");
    }

    private Map<String, String> entries() {
        return Map.of(
                "tenant",
                tenant.toString(),
                "fabric",
                fabric.toString(),
                "name",
                "weather",
                "description",
                "first line\n<b>second</b> line");
    }

    @Test
    void comesBackWithAllEntriesAndCanBeSentAgain() {
        Document form = root.get("/partitions/new");
        root.cookie(TOKEN, "");
        root.header("Sec-Fetch-Site", "same-origin");

        Response answer = root.send(form, "form.box", entries());

        assertThat(answer.statusCode()).isEqualTo(400);
        Document page = Browser.parse(answer);
        assertThat(page.select("h1").text()).isEqualTo("The form got old");
        assertThat(page.select("dd").eachText()).contains("weather");
        assertThat(world.count("partition", "true")).isZero();
        Response again = root.send(page, "form", Map.of());
        assertThat(again.statusCode()).as(again.asString()).isEqualTo(303);
        assertThat(world.string("SELECT description FROM partition")).isEqualTo("first line\n<b>second</b> line");
    }

    @Test
    void aWrongTokenAndAMangledOneAreTheSame() {
        root.header("Sec-Fetch-Site", "same-origin");
        for (String token : new String[] {"AAAAAAAAAAAAAAAAAAAAAA", "short", "%%%"}) {
            Document form = root.get("/partitions/new");
            root.cookie(TOKEN, token);

            Response answer = root.send(form, "form.box", entries());

            assertThat(answer.statusCode()).as(token).isEqualTo(400);
            assertThat(Browser.parse(answer).select("h1").text()).isEqualTo("The form got old");
            root.cookie(TOKEN, "");
        }
    }

    /** One click on a page of ours would send what another one wrote. */
    @Test
    void whatDoesNotComeFromOurPageIsNotOffered() {
        Document form = root.get("/partitions/new");
        root.cookie(TOKEN, "");

        Document page = Browser.parse(root.send(form, "form.box", entries()));

        assertThat(page.select("h1").text()).isEqualTo("The form got old");
        assertThat(page.select("form")).isEmpty();
        assertThat(page.select("main a").attr("href")).isEqualTo("/partitions/new");
        assertThat(page.text()).doesNotContain("weather");
    }

    @Test
    void passwordsNeverComeBack() {
        Browser stranger = new Browser("zh-CN");
        Document form = stranger.get("/login");
        stranger.cookie(TOKEN, "");
        stranger.header("Sec-Fetch-Site", "same-origin");

        Response answer = stranger.send(form, "form[action=/login]", Map.of("login", "root", "password", "geheim!"));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.asString()).doesNotContain("geheim!");
        assertThat(Browser.parse(answer).select("h1").text()).isEqualTo("表单已过期");
        assertThat(Browser.parse(answer).select("form")).isEmpty();
    }

    @Test
    void programsAreToldInTheirWay() {
        RestAssured.given()
                .accept("*/*")
                .contentType("application/x-www-form-urlencoded")
                .body("login=x&password=y")
                .post("/login")
                .then()
                .statusCode(400)
                .contentType("application/problem+json");
    }

    @Test
    void aMangledTokenDoesNotShutItsOwnerOut() {
        root.cookie(TOKEN, "mangled");

        Response answer = root.open("/partitions");

        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(root.open("/partitions").statusCode()).isEqualTo(200);
    }

    @Test
    void aOneTimePasswordLeadsToItsChange() {
        world.execute("UPDATE app_user SET must_change = true WHERE login = 'root'");

        for (String path : new String[] {"/partitions", "/nodes/new", "/audit"}) {
            Response answer = root.open(path);
            assertThat(answer.statusCode()).as(path).isEqualTo(303);
            assertThat(answer.header("Location")).as(path).endsWith("/settings/password");
        }
        assertThat(root.open("/settings/password").statusCode()).isEqualTo(200);
    }

    private List<String> denials() {
        return world.strings("SELECT concat_ws(' ', actor_name, action, object_id, source_address) FROM audit_event"
                + " WHERE outcome = 'denied' ORDER BY id");
    }

    @Test
    void isKeptAsADeniedAttemptOfThePersonWhoseFormItWas() {
        Document form = root.get("/partitions/new");
        root.cookie(TOKEN, "AAAAAAAAAAAAAAAAAAAAAA");

        root.send(form, "form.box", entries());
        root.send(form, "form.box", entries());

        await().untilAsserted(() -> assertThat(denials())
                .containsExactly(
                        "root request.post /partitions/new 127.0.0.1", "root request.post /partitions/new 127.0.0.1"));
    }
}
