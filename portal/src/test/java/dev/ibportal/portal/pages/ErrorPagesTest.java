package dev.ibportal.portal.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

/** An error is no reason to look logged out, nor are words for programs any for people. */
@QuarkusTest
class ErrorPagesTest {
    @Inject
    World world;

    @Test
    void whoIsLoggedInSeesItAndCanLogOut() {
        world.reset();
        UUID tenant = world.tenant("Aldermoor");
        world.tenantAdmin("ada", tenant);
        world.operator("olga");
        Browser ada = Browser.of("ada");
        ada.get("/");

        Response missing = ada.open("/partitions/" + UUID.randomUUID());

        Document page = Browser.parse(missing);
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(page.select("header").text()).contains("ada", "Log out");
        assertThat(page.select("nav a").eachAttr("href")).contains("/partitions", "/tenants/" + tenant, "/audit");
        assertThat(page.select("form[action=/preferences] button[name=theme]")).hasSize(3);
        assertThat(ada.post(
                                "/logout",
                                "csrf-token="
                                        + page.select("form[action=/logout] input")
                                                .val())
                        .header("Location"))
                .contains("/login");
        Browser olga = Browser.of("olga");
        olga.get("/");
        assertThat(Browser.parse(olga.open("/nodes/" + UUID.randomUUID()))
                        .select("nav a")
                        .eachAttr("href"))
                .contains("/tenants", "/audit");
    }

    @Test
    void aTokensDaysAreRefusedInTheWordsOfTheForm() {
        world.reset();
        world.operator("olga");
        Browser olga = Browser.of("olga");

        Document refused = Browser.parse(olga.send(
                olga.get("/settings"), "form[action=/settings/tokens]", Map.of("name", "x", "days", "99999")));

        assertThat(refused.select("#error-summary a[href=#f-days]").text()).isEqualTo("Days");
        assertThat(refused.select("#error-summary").text())
                .contains("at most 366")
                .doesNotContain("expiresAt", "Z is");
    }

    @Test
    void aNameThatIsMissingIsSaidInPlainWords() {
        world.reset();
        world.operator("olga");
        Browser olga = Browser.of("olga");

        Document refused = Browser.parse(olga.send(olga.get("/tenants/new"), "main form", Map.of("name", " ")));

        assertThat(refused.select("#error-summary").text())
                .contains("Name: This is needed.")
                .doesNotContain("default");
    }

    @Test
    void inChineseAPasswordIsRefusedInChinese() {
        world.reset();
        world.operator("olga");
        Browser olga = new Browser("zh");
        olga.logIn("olga");

        Document refused = Browser.parse(olga.send(
                olga.get("/settings/password"),
                "main form",
                Map.of("currentPassword", World.PASSWORD, "newPassword", "too short", "again", "too short")));

        assertThat(refused.select("#error-summary").text())
                .contains("新密码", "15 到 256")
                .doesNotContain("newPassword", "has 9 characters");
        Document differ = Browser.parse(olga.send(
                olga.get("/settings/password"),
                "main form",
                Map.of("currentPassword", World.PASSWORD, "newPassword", "one two three four", "again", "another")));
        assertThat(differ.select("#error-summary li").text()).isEqualTo("再次输入新密码: 两次输入的新密码不一致。");
    }

    @Test
    void aNarrowedTokenIsToldSo() {
        world.reset();
        World.Person ada = world.tenantAdmin("ada", world.tenant("Aldermoor"));
        world.execute("UPDATE api_token SET scopes = '{node:read}' WHERE user_id = ?", ada.id());

        String detail =
                ada.api().get("/api/v1/pools").then().statusCode(403).extract().path("detail");

        assertThat(detail).contains("narrowed to node:read").doesNotContain("Your roles do not allow");
    }
}
