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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The same for all that people can type about a tenant's people, programs and suspension. */
@QuarkusTest
class C25NamesOfPeopleAndProgramsTest {
    private static final String NAME = "O'Brae & \"Söhne\" <b>x</b> {pool.size} ${7*7}";
    private static final String MARKUP = "</textarea><script>document.title='gone'</script>";

    @Inject
    World world;

    private UUID tenant = UUID.randomUUID();
    private String path = "";

    @BeforeEach
    void aTenant() {
        world.reset();
        tenant = world.tenant("Aldermoor");
        world.tenantAdmin("ada", tenant);
        path = "/tenants/" + tenant;
    }

    @Test
    void theNameOfAServiceAccountAndOfItsToken() {
        Browser ada = Browser.of("ada");
        String list = path + "/service-accounts";
        String account = ada.send(ada.get(list), "main form", Map.of("name", NAME, "role", "planner"))
                .header("Location")
                .replaceAll("^https?://[^/]+|\\?.*", "");
        assertText(ada.get(list), "tbody th", NAME);
        assertText(ada.get(path), "tbody th", NAME);
        assertText(ada.get(account), "h1", NAME);
        Document edit = ada.get(account + "/edit");
        assertThat(edit.select("[name=name]").val()).isEqualTo(NAME);
        assertClean(edit);
        assertThat(ada.send(edit, "main form", Map.of()).statusCode()).isEqualTo(303);
        assertThat(world.string("SELECT name FROM service_account")).isEqualTo(NAME);
        assertThat(world.string("SELECT name FROM app_user WHERE service_of IS NOT NULL"))
                .isEqualTo(NAME);
        Document delete = ada.get(account + "/delete");
        assertThat(delete.select("h1").text()).contains(NAME);
        assertClean(delete);

        Response made = ada.send(ada.get(account), "form[action$=/tokens]", Map.of("name", MARKUP, "days", "5"));
        assertText(Browser.parse(made), "tbody th", MARKUP);
        String revoke = ada.get(account).select("a[href$=/revoke]").attr("href");
        assertThat(ada.get(revoke).select("h1").text()).contains(MARKUP);
        assertClean(ada.get(revoke));
        assertThat(world.string("SELECT name FROM api_token WHERE name <> 'test'"))
                .isEqualTo(MARKUP);
    }

    @Test
    void forWhomAnInvitationIs() {
        Browser ada = Browser.of("ada");
        for (String note : new String[] {NAME, MARKUP}) {
            Response made = ada.send(
                    ada.get(path + "/people"), "form[action$=/invite]", Map.of("note", note, "role", "planner"));
            assertText(Browser.parse(made), "tbody th", note);
            assertThat(world.count("invitation", "note = ?", note)).isEqualTo(1);
        }
        Document people = ada.get(path + "/people");
        assertText(people, "tbody th", MARKUP);
        for (String revoke : people.select("a[href$=/revoke]").eachAttr("href")) {
            assertClean(ada.get(revoke));
        }
    }

    @Test
    void whyATenantIsSuspended() {
        world.operator("olga");
        Browser olga = Browser.of("olga");
        String reason = NAME + MARKUP;
        olga.send(olga.get(path + "/suspend"), "main form", Map.of("reason", reason));

        Document seen = Browser.of("ada").get(path);
        assertThat(seen.select(".alert").text()).contains(reason);
        assertClean(seen);
        assertThat(world.string("SELECT suspended_reason FROM tenant")).isEqualTo(reason);
        assertClean(olga.get(path + "/suspend"));
    }

    @Test
    void theNameOfWhoJoins() {
        Browser ada = Browser.of("ada");
        Response made = ada.send(ada.get(path + "/people"), "form[action$=/invite]", Map.of("role", "planner"));
        String link = Browser.parse(made).select("#token").text();
        Browser nina = new Browser("en");
        String invitation = link.substring(link.indexOf("/invitation/"));
        Response refused = nina.send(
                nina.get(invitation),
                "main form",
                Map.of("login", "no good", "name", NAME, "password", World.PASSWORD, "again", World.PASSWORD));
        assertThat(Browser.parse(refused).select("[name=name]").val()).isEqualTo(NAME);
        assertClean(Browser.parse(refused));
        nina.send(
                nina.get(invitation),
                "main form",
                Map.of("login", "nina", "name", NAME, "password", World.PASSWORD, "again", World.PASSWORD));

        assertText(ada.get(path + "/people"), "tbody td", NAME);
        assertText(ada.get(path), "tbody td", NAME);
        assertThat(world.string("SELECT name FROM app_user WHERE login = 'nina'"))
                .isEqualTo(NAME);
        nina.logIn("nina");
        assertThat(nina.get("/").select(".shell-menu-text").eachText()).contains(NAME);
    }

    @Test
    void theTenantsNameOnEachNewPage() {
        world.operator("olga");
        world.execute("UPDATE tenant SET name = ?, name_key = 'x' WHERE id = ?", NAME, tenant);
        Browser olga = Browser.of("olga");
        for (String page : new String[] {"/quotas", "/suspend", "/delete", "/people", "/service-accounts"}) {
            Document seen = olga.get(path + page);
            assertThat(seen.select("h1").text()).as(page).contains(NAME);
            assertClean(seen);
        }
        Response refused = olga.send(olga.get(path + "/delete"), "main form", Map.of("confirm", MARKUP));
        assertThat(Browser.parse(refused).select("[name=confirm]").val()).isEqualTo(MARKUP);
        assertClean(Browser.parse(refused));
        assertThat(olga.send(olga.get(path + "/delete"), "main form", Map.of("confirm", NAME))
                        .statusCode())
                .isEqualTo(303);
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
