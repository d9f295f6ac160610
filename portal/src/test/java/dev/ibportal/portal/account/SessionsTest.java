package dev.ibportal.portal.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import dev.ibportal.portal.platform.security.WebSessions;
import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.Locale;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class SessionsTest {
    @Inject
    World world;

    private Person olga;

    @BeforeEach
    void people() {
        world.reset();
        olga = world.operator("olga");
    }

    @Test
    void endsWhenNobodyClicksForLong() {
        Browser browser = Browser.of("olga");

        world.execute("UPDATE web_session SET last_seen_at = now() - interval '119 minutes'");
        assertThat(browser.open("/settings").statusCode()).isEqualTo(200);
        world.execute("UPDATE web_session SET last_seen_at = now() - interval '121 minutes'");
        assertThat(browser.open("/settings").statusCode()).isEqualTo(303);
    }

    @Test
    void aPageThatAsksByItselfDoesNotKeepItAlive() {
        Browser browser = Browser.of("olga");
        String minutes = "SELECT round(extract(epoch FROM now() - last_seen_at) / 60) FROM web_session";
        world.execute("UPDATE web_session SET last_seen_at = now() - interval '30 minutes'");

        assertThat(asked(browser, "div#rows")).isEqualTo(200);
        assertThat(asked(browser, "section#progress")).isEqualTo(200);
        assertThat(world.string(minutes)).isEqualTo("30");

        assertThat(asked(browser, "input#search")).isEqualTo(200);
        assertThat(world.string(minutes)).isEqualTo("0");
    }

    private static int asked(Browser browser, String source) {
        return RestAssured.given()
                .redirects()
                .follow(false)
                .header("HX-Request", "true")
                .header("HX-Source", source)
                .cookie(WebSessions.COOKIE, browser.cookie(WebSessions.COOKIE))
                .get("/nodes")
                .statusCode();
    }

    @Test
    void endsAfterItsLongestTimeHoweverMuchItIsUsed() {
        Browser browser = Browser.of("olga");
        assertThat(world.string("SELECT expires_at - created_at FROM web_session"))
                .isEqualTo("12:00:00");

        world.execute("UPDATE web_session SET expires_at = now() - interval '1 second'");

        assertThat(browser.open("/settings").statusCode()).isEqualTo(303);
        Response again = browser.send(
                browser.get("/login"), "form[action=/login]", Map.of("login", "olga", "password", World.PASSWORD));
        assertThat(again.statusCode()).as("with the stale cookie in the jar").isEqualTo(303);
        assertThat(browser.open("/settings").statusCode()).isEqualTo(200);
    }

    @Test
    void aLogInAlwaysBeginsANewSessionAndEndsTheOneBefore() {
        Browser browser = new Browser("en");
        browser.cookie(WebSessions.COOKIE, "chosen-by-somebody-else");
        browser.logIn("olga");
        String first = browser.cookie(WebSessions.COOKIE);
        assertThat(first).isNotEqualTo("chosen-by-somebody-else").hasSizeGreaterThan(40);
        Browser left = new Browser("en");
        left.cookie(WebSessions.COOKIE, first);

        Browser same = new Browser("en");
        Document own = same.get("/login");
        same.cookie(WebSessions.COOKIE, first);
        Response answer = same.send(own, "form[action=/login]", Map.of("login", "olga", "password", World.PASSWORD));

        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(same.cookie(WebSessions.COOKIE)).isNotEqualTo(first);
        assertThat(left.open("/settings").statusCode()).isEqualTo(303);
        assertThat(world.count("web_session", "true")).isEqualTo(1);
    }

    @Test
    void aTamperedCookieIsNobody() {
        Browser browser = Browser.of("olga");
        String good = browser.cookie(WebSessions.COOKIE);
        for (String bad : new String[] {
            good + "x",
            good.substring(1),
            good.toUpperCase(Locale.ROOT),
            "%00",
            "' OR 1=1 --",
            "\"" + good,
            "x".repeat(4000)
        }) {
            browser.cookie(WebSessions.COOKIE, bad);
            assertThat(browser.open("/settings").statusCode()).as(bad).isIn(303, 400, 431);
        }
        assertThat(world.strings("SELECT encode(id_hash, 'hex') FROM web_session"))
                .singleElement()
                .asString()
                .doesNotContain(good);
    }

    @Test
    void onesOwnAreListedAndEndedOneByOne() {
        Browser here = Browser.of("olga");
        Browser there = Browser.of("olga");

        Document page = here.get("/settings/sessions");
        assertThat(page.select("tbody tr")).hasSize(2);
        assertThat(page.select("tbody tr:contains(this one) form")).isEmpty();
        Response answer = here.send(page, "tbody form", Map.of());

        assertThat(answer.header("Location")).endsWith("/settings/sessions?done=ended");
        assertThat(there.open("/settings").statusCode()).isEqualTo(303);
        assertThat(here.get("/settings/sessions?done=ended").select("tbody tr")).hasSize(1);
        assertThat(world.count("audit_event", "action = 'session.end' AND actor_name = 'olga'"))
                .isEqualTo(1);
    }

    @Test
    void allOthersAreEndedAtOnce() {
        Browser here = Browser.of("olga");
        Browser there = Browser.of("olga");

        here.send(here.get("/settings/sessions"), "form[action=/settings/sessions/end]", Map.of());

        assertThat(there.open("/settings").statusCode()).isEqualTo(303);
        assertThat(here.open("/settings").statusCode()).isEqualTo(200);
    }

    @Test
    void anOperatorEndsAPersonsAndNobodyElseDoes() {
        Person ada = world.tenantAdmin("ada", world.tenant("Aldermoor"));
        Browser adas = Browser.of("ada");
        Browser olgas = Browser.of("olga");
        String path = "/people/" + ada.id() + "/sessions";
        assertThat(adas.open("/people/" + olga.id() + "/sessions").statusCode()).isEqualTo(403);
        String olgasSession = world.string("SELECT id FROM web_session WHERE user_id = ?", olga.id());
        ada.api().delete("/api/v1/sessions/" + olgasSession).then().statusCode(404);
        ada.api().get("/api/v1/sessions").then().statusCode(200).body("items", hasSize(1));

        olgas.send(olgas.get(path), "form[action=" + path + "/end]", Map.of());

        assertThat(adas.open("/settings").statusCode()).isEqualTo(303);
        assertThat(olgas.open("/settings").statusCode()).isEqualTo(200);
        olga.api().get("/api/v1/users/" + ada.id() + "/sessions").then().body("items", hasSize(0));
        assertThat(world.count("audit_event", "action = 'session.end-all' AND object_name = 'ada'"))
                .isEqualTo(1);
    }

    @Test
    void aNewPasswordEndsTheOthersAndGivesThisOneANewCookie() {
        Browser here = Browser.of("olga");
        Browser there = Browser.of("olga");
        String old = here.cookie(WebSessions.COOKIE);

        Response answer = here.send(
                here.get("/settings/password"),
                "main form",
                Map.of(
                        "currentPassword", World.PASSWORD,
                        "newPassword", "four words of my own",
                        "again", "four words of my own"));

        assertThat(answer.header("Location")).endsWith("/settings?done=password");
        assertThat(here.open("/settings").statusCode()).isEqualTo(200);
        assertThat(here.cookie(WebSessions.COOKIE)).isNotEqualTo(old);
        assertThat(there.open("/settings").statusCode()).isEqualTo(303);
        there.cookie(WebSessions.COOKIE, old);
        assertThat(there.open("/settings").statusCode()).isEqualTo(303);
        olga.api().get("/api/v1/me").then().statusCode(200).body("login", equalTo("olga"));
    }

    @Test
    void rightsThatWereTakenAreGoneWithTheNextClick() {
        Browser browser = Browser.of("olga");
        assertThat(browser.open("/people").statusCode()).isEqualTo(200);

        world.execute("DELETE FROM role_grant");
        assertThat(browser.open("/people").statusCode()).isEqualTo(403);
        world.execute("UPDATE app_user SET disabled_at = now()");

        assertThat(browser.open("/settings").statusCode()).isEqualTo(303);
    }
}
