package dev.ibportal.portal.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.platform.security.WebSessions;
import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import dev.ibportal.testing.OpenIdProvider;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.NumericDate;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** People who come by an OpenID provider: the code flow, and what can go wrong in it. */
@QuarkusTest
@TestProfile(OpenIdPortal.class)
class OpenIdTest {
    private static final OpenIdProvider PROVIDER = OpenIdPortal.PROVIDER;

    @Inject
    World world;

    private UUID tenant = new UUID(0, 0);

    @BeforeEach
    void tenant() {
        world.reset();
        PROVIDER.down(false);
        PROVIDER.logOuts.clear();
        PROVIDER.problems.clear();
        tenant = world.tenant("Aldermoor");
        world.tenant("Brackwater");
    }

    private static Map<String, Object> ada(String... roles) {
        return Map.of(
                "sub", "0815", "preferred_username", "Ada", "name", "Ada Byron", "ibportal_roles", List.of(roles));
    }

    /** Follows the browser from the log-in page to the provider and back; the last answer is the portal's. */
    private static Response throughTheProvider(Browser browser, String next) {
        Document page = browser.get("/login?next=" + next);
        Response start = browser.open(page.select("a[href^=/login/provider]").attr("href"));
        Response leaving = browser.open(path(start));
        assertThat(leaving.statusCode()).isEqualTo(302);
        Response provider = atTheProvider(leaving.header("Location"));
        return browser.open(path(provider));
    }

    private static Response atTheProvider(String address) {
        return RestAssured.given()
                .urlEncodingEnabled(false)
                .redirects()
                .follow(false)
                .get(address);
    }

    private static String path(Response answer) {
        return answer.header("Location").replaceFirst("^https?://[^/]+", "");
    }

    @Test
    void aPersonComesInByTheProviderWithTheRolesOfTheClaims() {
        PROVIDER.person(ada("ibportal:Aldermoor:tenant-admin", "ibportal:Nowhere:auditor", "staff"));
        Browser browser = new Browser("en");

        Response answer = throughTheProvider(browser, "%2Fpartitions");

        assertThat(PROVIDER.problems).isEmpty();
        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(answer.header("Location")).endsWith("/partitions");
        assertThat(browser.cookie(WebSessions.COOKIE)).hasSize(43);
        assertThat(answer.headers().getValues("Set-Cookie"))
                .as("nothing of quarkus-oidc stays")
                .noneMatch(cookie -> cookie.startsWith("q_") && !cookie.contains("Max-Age=0"));
        assertThat(browser.get("/partitions/new").select("h1").text()).contains("partition");
        assertThat(browser.open("/people").statusCode()).isEqualTo(403);
        Document settings = browser.get("/settings");
        assertThat(settings.text()).contains("Ada Byron").contains("tenant admin, Aldermoor");
        assertThat(settings.select("a[href=/settings/password]"))
                .as("there is no password to change")
                .isEmpty();
        assertThat(browser.get("/settings/sessions").text()).contains(PROVIDER.issuer());
        assertThat(world.count("role_grant", "true"))
                .as("nothing becomes the account's own")
                .isZero();
        assertThat(world.string("SELECT after->>'roles' FROM audit_event WHERE action = 'session.login'"))
                .contains("tenant-admin of " + tenant);
        assertThat(world.string("SELECT after->>'ignored' FROM audit_event WHERE action = 'session.login'"))
                .contains("staff", "auditor of an unknown tenant");
    }

    @Test
    void rolesAreReadAgainAtEachLogInAndEndWithTheSession() {
        PROVIDER.person(ada("wx-admins"));
        Browser first = new Browser("en");
        throughTheProvider(first, "%2F");
        assertThat(first.open("/partitions/new").statusCode()).isEqualTo(200);

        PROVIDER.person(ada("ibportal:Brackwater:auditor"));
        Browser second = new Browser("en");
        throughTheProvider(second, "%2F");

        assertThat(second.open("/partitions/new").statusCode()).isEqualTo(403);
        assertThat(second.get("/settings").text())
                .contains("auditor, Brackwater")
                .doesNotContain("Aldermoor");
        assertThat(world.strings("SELECT login FROM app_user")).containsExactly("ada");
    }

    @Test
    void aValueMayNotReachForTheWholePortalUnlessTheInstallationSaysSo() {
        PROVIDER.person(ada("ibportal:*:operator", "ibportal::operator", "ibportal:Aldermoor:operator", "operator"));
        Response answer = throughTheProvider(new Browser("en"), "%2F");
        assertThat(answer.header("Location")).endsWith("/login?provider=norole");

        PROVIDER.person(ada("netops"));
        Browser browser = new Browser("en");
        throughTheProvider(browser, "%2F");
        assertThat(browser.open("/people").statusCode()).isEqualTo(200);
    }

    @Test
    void whoHasNoRoleIsToldSoInPlainWords() {
        PROVIDER.person(ada());
        Browser browser = new Browser("zh-CN");

        Response answer = throughTheProvider(browser, "%2F");

        assertThat(browser.cookie(WebSessions.COOKIE)).isEmpty();
        assertThat(browser.get(path(answer)).select("[role=alert]").text())
                .contains("Cluster SSO")
                .contains("角色");
        assertThat(world.count("audit_event", "action = 'session.login' AND outcome = 'denied' AND actor_name = 'ada'"))
                .isEqualTo(1);
    }

    @Test
    void theProvidersNameNeverLeadsIntoALocalAccount() {
        world.operator("ada");
        PROVIDER.person(ada("wx-admins"));
        Browser browser = new Browser("en");

        throughTheProvider(browser, "%2F");

        assertThat(browser.open("/people").statusCode()).isEqualTo(403);
        assertThat(world.strings("SELECT login FROM app_user ORDER BY login"))
                .hasSize(2)
                .first()
                .isEqualTo("ada");
        assertThat(world.string("SELECT login FROM app_user WHERE issuer IS NOT NULL"))
                .matches("ada\\+[0-9a-f]{8}");
    }

    @Test
    void rolesGivenHereAreAddedAndADisabledAccountStaysOut() {
        PROVIDER.person(ada("ibportal:Brackwater:auditor"));
        throughTheProvider(new Browser("en"), "%2F");
        world.execute("INSERT INTO role_grant SELECT id, 'planner', ? FROM app_user", tenant);
        Browser browser = new Browser("en");
        throughTheProvider(browser, "%2F");
        assertThat(browser.get("/settings").text()).contains("auditor, Brackwater", "capacity planner, Aldermoor");

        world.execute("UPDATE app_user SET disabled_at = now()");

        assertThat(browser.open("/settings").statusCode()).isEqualTo(303);
        assertThat(throughTheProvider(new Browser("en"), "%2F").header("Location"))
                .contains("provider=refused");
    }

    @Test
    void whoComesBackWithAnotherStateOrNoneIsRefused() {
        PROVIDER.person(ada("netops"));
        Browser victim = new Browser("en");
        Browser attacker = new Browser("en");
        Response begun = attacker.open("/login/oidc");
        String back = path(atTheProvider(begun.header("Location")));

        Response without = victim.open(back);
        assertThat(without.header("Location"))
                .as("log-in CSRF: another's answer")
                .contains("provider=refused");
        assertThat(victim.cookie(WebSessions.COOKIE)).isEmpty();

        victim.open("/login/oidc");
        assertThat(victim.open(back).header("Location")).contains("provider=refused");
        assertThat(victim.cookie(WebSessions.COOKIE)).isEmpty();
        String changed = back.replaceFirst("state=[^&]+", "state=" + UUID.randomUUID());
        assertThat(attacker.open(changed).header("Location")).contains("provider=refused");
        assertThat(attacker.cookie(WebSessions.COOKIE)).isEmpty();
    }

    @Test
    void anIdTokenThatIsNotForThisLogInIsRefused() {
        Map<String, UnaryOperator<JwtClaims>> spoilt = Map.of(
                "nonce", claims -> with(claims, "nonce", "another"),
                "no nonce", claims -> without(claims, "nonce"),
                "audience", claims -> with(claims, "aud", "another-client"),
                "issuer", claims -> with(claims, "iss", "https://evil.example"),
                "expired", claims -> with(claims, "exp", NumericDate.now().getValue() - 60));
        spoilt.forEach((what, spoil) -> {
            PROVIDER.person(ada("netops"));
            PROVIDER.spoilIdTokens(spoil);
            Browser browser = new Browser("en");

            Response answer = throughTheProvider(browser, "%2F");

            assertThat(answer.statusCode()).as(what).isEqualTo(303);
            assertThat(answer.header("Location")).as(what).contains("/login?provider=refused");
            assertThat(browser.cookie(WebSessions.COOKIE)).as(what).isEmpty();
        });
        assertThat(world.count("web_session", "true")).isZero();
    }

    private static JwtClaims with(JwtClaims claims, String name, Object value) {
        claims.setClaim(name, value);
        return claims;
    }

    private static JwtClaims without(JwtClaims claims, String name) {
        claims.unsetClaim(name);
        return claims;
    }

    @Test
    void whoTurnsBackAtTheProviderMayTryAgain() {
        PROVIDER.person(ada("netops"));
        PROVIDER.refuse();
        Browser browser = new Browser("en");

        Response answer = throughTheProvider(browser, "%2F");

        assertThat(browser.get(path(answer)).select("[role=alert]").text()).contains("did not work");
    }

    @Test
    void theProviderLeadsToNoOtherSiteAfterwards() {
        PROVIDER.person(ada("netops"));
        for (String next : List.of("https%3A%2F%2Fevil.example", "%2F%2Fevil.example", "%2F%5Cevil.example")) {
            assertThat(throughTheProvider(new Browser("en"), next).header("Location"))
                    .as(next)
                    .doesNotContain("evil");
        }
        Browser browser = new Browser("en");
        browser.cookie("next", "%2F%2Fevil.example");
        Response leaving = browser.open("/login/oidc");
        assertThat(browser.open(path(atTheProvider(leaving.header("Location")))).header("Location"))
                .doesNotContain("evil");
    }

    @Test
    void logOutEndsItHereAndAtTheProvider() {
        PROVIDER.person(ada("netops"));
        Browser browser = new Browser("en");
        throughTheProvider(browser, "%2F");
        String old = browser.cookie(WebSessions.COOKIE);
        assertThat(world.string("SELECT encode(logout_hint, 'escape') FROM web_session"))
                .as("no token can be read in the database")
                .doesNotContain("eyJ")
                .doesNotContain("id_token");

        Response answer = browser.send(browser.get("/settings"), "form[action=/logout]", Map.of());

        assertThat(answer.statusCode()).isEqualTo(200);
        String target = Browser.parse(answer).select("main a").attr("href");
        assertThat(answer.header("Refresh")).isEqualTo("0;url=" + target);
        assertThat(target).startsWith(PROVIDER.issuer() + "/end-session?id_token_hint=eyJ");
        Response there = atTheProvider(target);
        assertThat(path(there)).isEqualTo("/logged-out");
        assertThat(PROVIDER.logOuts).hasSize(1);
        browser.cookie(WebSessions.COOKIE, old);
        assertThat(browser.open("/settings").statusCode()).isEqualTo(303);
    }

    @Test
    void theirSessionCookieOpensNothing() {
        PROVIDER.person(ada("netops"));
        for (String stale : List.of("none", "x", "x|y|z")) {
            Browser browser = new Browser("en");
            browser.cookie("q_session_people", stale);
            assertThat(browser.open("/settings").statusCode()).as(stale).isEqualTo(303);
            assertThat(browser.open("/login").statusCode()).as(stale).isEqualTo(200);
            Response again = browser.open("/login/oidc");
            assertThat(again.statusCode()).as(stale).isIn(302, 303);
            assertThat(browser.cookie(WebSessions.COOKIE)).as(stale).isEmpty();
        }
    }

    @Test
    void whenTheProviderIsDownThePageSaysSoAndALocalAccountWorks() {
        world.operator("olga");
        PROVIDER.person(ada("netops"));
        Browser halfway = new Browser("en");
        Response leaving = halfway.open("/login/oidc");
        String back = path(atTheProvider(leaving.header("Location")));
        PROVIDER.down(true);

        Response answer = halfway.open(back);

        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(answer.header("Location")).contains("/login?provider=");
        Browser browser = new Browser("en");
        assertThat(browser.get("/login?provider=down").select("[role=alert]").text())
                .contains("Cluster SSO cannot be reached");
        browser.logIn("olga");
        assertThat(browser.open("/people").statusCode()).isEqualTo(200);
    }
}
