package dev.ibportal.portal.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class LogInPagesTest {
    @Inject
    World world;

    @BeforeEach
    void somebody() {
        world.reset();
        world.operator("olga");
    }

    @Test
    void leadsBackToThePageThatWasAskedFor() {
        Browser browser = new Browser("en");
        Document form = browser.get("/login?next=%2Fnodes%3Fsearch%3Dn");

        Response answer = logIn(browser, form, World.PASSWORD);

        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(answer.header("Location")).endsWith("/nodes?search=n");
    }

    @Test
    void neverLeadsToAnotherSite() {
        for (String next : new String[] {"https%3A%2F%2Fevil.example", "%2F%2Fevil.example", "%2F%5Cevil.example"}) {
            Browser browser = new Browser("en");

            Response answer = logIn(browser, browser.get("/login?next=" + next), World.PASSWORD);

            assertThat(answer.header("Location")).doesNotContain("evil");
        }
    }

    @Test
    void aWrongPasswordIsToldWithoutSayingWhatIsWrongAndIsWrittenDown() {
        Browser browser = new Browser("zh-CN");

        Response answer = logIn(browser, browser.get("/login"), "wrong");

        assertThat(answer.statusCode()).isEqualTo(401);
        Document page = Browser.parse(answer);
        assertThat(page.select("[role=alert]").text()).isEqualTo("用户名或密码不正确。");
        assertThat(page.select("[name=login]").val()).isEqualTo("olga");
        assertThat(page.select("[name=password]").val()).isEmpty();
        assertThat(world.count("audit_event", "action = 'session.login' AND outcome = 'denied'"))
                .isEqualTo(1);
    }

    @Test
    void aFormWithoutItsTokenIsRefused() {
        Browser browser = Browser.of("olga");

        Response answer = browser.send(browser.get("/"), "form[action=/logout]", Map.of("csrf-token", "forged"));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(browser.open("/").statusCode()).isEqualTo(200);
    }

    @Test
    void aOneTimePasswordLeadsToANewOneAndNowhereElse() {
        world.execute("UPDATE app_user SET must_change = true WHERE login = 'olga'");
        Browser browser = new Browser("en");

        Response answer = logIn(browser, browser.get("/login"), World.PASSWORD);

        assertThat(answer.header("Location")).endsWith("/settings/password");
        assertThat(browser.open("/").header("Location")).endsWith("/settings/password");
        assertThat(browser.open("/nodes").header("Location")).endsWith("/settings/password");
        Document form = browser.get("/settings/password");
        Response changed = browser.send(
                form,
                "main form",
                Map.of(
                        "currentPassword",
                        World.PASSWORD,
                        "newPassword",
                        "another long one",
                        "again",
                        "another long one"));
        assertThat(changed.header("Location")).endsWith("/?done=password");
        Browser other = new Browser("en");
        assertThat(logIn(other, other.get("/login"), "another long one").statusCode())
                .isEqualTo(303);
        assertThat(browser.get("/nodes").select("h1").text()).isEqualTo("Nodes");
    }

    @Test
    void theChosenLanguageGoesOverTheBrowsersAndStays() {
        Browser browser = Browser.of("olga");

        browser.send(browser.get("/nodes"), "form[action=/preferences]", Map.of("language", "zh-CN"));

        assertThat(browser.get("/nodes").select("h1").text()).isEqualTo("节点");
        assertThat(new Browser("en").logIn("olga").get("/nodes").select("h1").text())
                .isEqualTo("节点");
    }

    @Test
    void coloursAreChosenOnTheServer() {
        Browser browser = Browser.of("olga");

        browser.send(browser.get("/"), "form[action=/preferences]:has([value=dark])", Map.of("theme", "dark"));

        assertThat(browser.get("/").selectXpath("/html").attr("data-bs-theme")).isEqualTo("dark");
    }

    private static Response logIn(Browser browser, Document form, String password) {
        return browser.send(form, "form[action=/login]", Map.of("login", "olga", "password", password));
    }
}
