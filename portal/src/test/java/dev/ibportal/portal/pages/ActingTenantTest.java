package dev.ibportal.portal.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.platform.security.Role;
import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which tenant somebody acts for belongs to the session; what a page shows stays with that page's tenant. */
@QuarkusTest
class ActingTenantTest {
    @Inject
    World world;

    private UUID aldermoor = UUID.randomUUID();
    private UUID brackwater = UUID.randomUUID();
    private UUID fabric = UUID.randomUUID();
    private Person mia;

    @BeforeEach
    void somebodyOfTwoTenants() {
        world.reset();
        fabric = new Cluster(world.operator("root")).fabric("east");
        aldermoor = world.tenant("Aldermoor");
        brackwater = world.tenant("Brackwater");
        mia = world.tenantAdmin("mia", aldermoor);
        world.grant(mia, Role.TENANT_ADMIN, brackwater);
    }

    private static void actFor(Browser browser, UUID tenant) {
        Response chosen = browser.send(
                browser.get("/settings"), "form[action=/acting-tenant]", Map.of("tenant", tenant.toString()));
        assertThat(chosen.statusCode()).isEqualTo(303);
    }

    private static String acting(Browser browser) {
        return browser.get("/").select(".shell-tenant summary .shell-menu-text").text();
    }

    @Test
    void theChoiceIsTheSessionsAndNotTheBrowsersOrThePersons() {
        Browser first = Browser.of("mia");
        Browser second = Browser.of("mia");
        assertThat(acting(first)).isEqualTo("Aldermoor");

        actFor(first, brackwater);

        assertThat(acting(first)).isEqualTo("Brackwater");
        assertThat(acting(second)).isEqualTo("Aldermoor");
        assertThat(acting(Browser.of("mia"))).isEqualTo("Aldermoor");
        first.cookie("tenant", aldermoor.toString());
        assertThat(acting(first)).as("no cookie of one's own making counts").isEqualTo("Brackwater");
    }

    @Test
    void aFormStaysWithTheTenantOfItsPage() {
        Browser browser = Browser.of("mia");
        Document openInOneTab = browser.get("/partitions/new");
        actFor(browser, brackwater);

        browser.send(openInOneTab, "main form", Map.of("name", "weather", "fabric", fabric.toString()));

        assertThat(world.string("SELECT x.name FROM partition p JOIN tenant x ON x.id = p.tenant_id"))
                .isEqualTo("Aldermoor");
        assertThat(acting(browser)).isEqualTo("Brackwater");
    }

    @Test
    void aLivePartOfAPageStaysWithItsTenantToo() {
        Document page = Browser.of("mia").get("/partitions");

        assertThat(page.body().attr("hx-headers:inherited")).contains(aldermoor.toString());
        assertThat(page.body().attr("data-acting")).isEqualTo(aldermoor.toString());
    }

    @Test
    void whoLosesTheRoleActsForAnother() {
        Browser browser = Browser.of("mia");
        actFor(browser, brackwater);
        world.execute("DELETE FROM role_grant WHERE user_id = ? AND tenant_id = ?", mia.id(), brackwater);

        assertThat(browser.get("/").select(".shell-tenant").text()).contains("Aldermoor");
        assertThat(browser.open("/tenants/" + brackwater).statusCode()).isEqualTo(404);
    }

    @Test
    void rolesOfTheActingTenantDecideWhatAPageOffers() {
        world.execute(
                "UPDATE role_grant SET role = 'tenant-member' WHERE user_id = ? AND tenant_id = ?",
                mia.id(),
                brackwater);
        Browser browser = Browser.of("mia");
        assertThat(browser.get("/partitions").select("a[href=/partitions/new]")).isNotEmpty();

        actFor(browser, brackwater);

        assertThat(browser.get("/partitions").select("a[href=/partitions/new]")).isEmpty();
        assertThat(browser.open("/partitions/new").statusCode()).isEqualTo(403);
        assertThat(browser.get("/").select("nav a[href=/tenants/" + brackwater + "]"))
                .hasSize(1);
    }

    @Test
    void aPageOfAnotherTenantSaysForWhomItIs() {
        Browser root = Browser.of("root");
        String other = "/tenants/" + brackwater;
        String told = ".shell-tenant summary .shell-menu-text";
        assertThat(root.get(other).select(told).text()).isEqualTo("All tenants");
        actFor(root, aldermoor);

        assertThat(root.get(other).select(told).text()).isEqualTo("Brackwater");
        assertThat(root.get(other + "/people").select(told).text()).isEqualTo("Brackwater");
        assertThat(acting(root)).isEqualTo("Aldermoor");
    }

    @Test
    void anOperatorMayActForAllAgain() {
        Browser root = Browser.of("root");
        actFor(root, aldermoor);
        assertThat(acting(root)).isEqualTo("Aldermoor");

        root.send(root.get("/settings"), "form[action=/acting-tenant]", Map.of("tenant", ""));

        assertThat(acting(root)).isEqualTo("All tenants");
    }
}
