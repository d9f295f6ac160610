package dev.ibportal.portal.platform.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import dev.ibportal.portal.pages.Sights;
import dev.ibportal.portal.testing.AtOnce;
import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.RawHttp;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a fresh attacker tried against identity and tenancy, and what no other test holds already; the whole list with its
 * answers is docs/measurements/attack-identity.md.
 */
@QuarkusTest
class AttackIdentityTest {
    @Inject
    World world;

    private Sights theirs;
    private UUID mine = UUID.randomUUID();
    private Person root;
    private Person bea;

    @BeforeEach
    void twoTenants() {
        theirs = Sights.in(world);
        root = world.operator("root");
        mine = world.tenant("Brackwater");
        bea = world.tenantAdmin("bea", mine);
    }

    /** A neighbour in the domain can add a cookie of the same name; it neither lets in nor changes who it is. */
    @Test
    void twoCookiesOfOneNameAreNoMoreThanOne() {
        String good = Browser.of("bea").cookie(WebSessions.COOKIE);
        String other = Browser.of("olga").cookie(WebSessions.COOKIE);
        for (String cookies : List.of(
                "x=y; NAME=nonsense", "NAME=nonsense; NAME=", "NAME=\"" + good + "x\"", "NAME=" + good + "%00")) {
            assertThat(raw("GET /settings", "Cookie: " + cookies.replace("NAME", WebSessions.COOKIE))
                            .status())
                    .as(cookies)
                    .isEqualTo(303);
        }
        String both = WebSessions.COOKIE + "=" + good + "; " + WebSessions.COOKIE + "=" + other;
        RawHttp.Answer answer = raw("GET /settings", "Cookie: " + both);
        assertThat(answer.body().contains("Log-in name: bea") && answer.body().contains("olga"))
                .isFalse();
    }

    /** Each check reads the path as it is routed: with dots nothing is the API for one and a page for the other. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/../acting-tenant",
                "/api/%" + "2e%" + "2e/acting-tenant",
                "/api/v1/../../acting-tenant",
                "/api/./../acting-tenant",
                "//acting-tenant",
                "/api//../acting-tenant"
            })
    void aPathWithDotsGoesAroundNoCheck(String path) {
        Browser browser = Browser.of("olga");
        String cookie = "Cookie: " + WebSessions.COOKIE + "=" + browser.cookie(WebSessions.COOKIE);

        RawHttp.Answer foreign = raw(
                "POST " + path,
                cookie,
                "Sec-Fetch-Site: cross-site",
                "Content-Type: application/json",
                "Content-Length: 0");
        RawHttp.Answer tokenless =
                raw("POST " + path, cookie, "Content-Type: application/x-www-form-urlencoded", "Content-Length: 0");

        assertThat(foreign.status()).isIn(400, 403, 404, 415);
        assertThat(tokenless.status()).isIn(400, 403, 404, 415);
        assertThat(world.count("web_session", "acting_tenant_id IS NOT NULL")).isZero();
    }

    private static RawHttp.Answer raw(String call, String... headers) {
        return RawHttp.send(
                RestAssured.port,
                call + " HTTP/1.1\nHost: localhost\nAccept: text/html\n" + String.join("\n", headers)
                        + "\nConnection: close\n\n");
    }

    /** Fields that a form or a body does not have change nothing, whatever they are called. */
    @Test
    void nobodyMakesThemselvesMoreByFieldsOfTheirOwn() {
        Browser browser = Browser.of("paul");
        String more = "&role=operator&roles=operator&operator=true&user_id=" + root.id() + "&tenant=" + mine
                + "&login=root&disabled=false&mustChangePassword=false&version=99";
        String token = browser.get("/settings").select("input[name=csrf-token]").val();
        for (String path : List.of("/settings", "/preferences", "/settings/tokens", "/acting-tenant")) {
            browser.post(path, "csrf-token=" + token + more);
        }
        assertThat(world.strings("SELECT role || ' ' || tenant_id FROM role_grant g JOIN app_user u ON u.id = g.user_id"
                        + " WHERE u.login = 'paul'"))
                .containsExactly("planner " + theirs.tenant());
        for (String body : List.of(
                "{\"name\":\"x\",\"id\":\"" + UUID.randomUUID() + "\"}",
                "{\"name\":\"x\",\"tenantId\":\"" + theirs.tenant() + "\"}",
                "{\"name\":\"x\",\"roles\":[\"operator\"]}",
                "{\"name\":\"x\",\"scopes\":[\"tenant:write\"]}",
                "{\"name\":\"x\",\"user\":\"" + root.id() + "\"}")) {
            bea.api().body(body).post("/api/v1/tokens").then().statusCode(org.hamcrest.Matchers.oneOf(400, 422));
        }
        bea.api()
                .body(Map.of("name", "x", "role", "operator"))
                .post("/api/v1/tenants/{id}/service-accounts", mine)
                .then()
                .statusCode(422);
        bea.api()
                .body(Map.of("roles", List.of("operator")))
                .put("/api/v1/tenants/{t}/people/{p}/roles", mine, bea.id())
                .then()
                .statusCode(org.hamcrest.Matchers.oneOf(409, 422));
        assertThat(world.count("role_grant", "role = 'operator'")).isEqualTo(2);
    }

    /** Without a proxy of ours nothing that a client writes of its address or its scheme is believed. */
    @Test
    void madeUpAddressesStartNoNewCount() {
        Browser browser = new Browser("en");
        List<Integer> answers = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            browser.header("X-Forwarded-For", "198.51.100." + i);
            browser.header("X-Real-IP", "198.51.100." + i);
            browser.header("Forwarded", "for=198.51.100." + i + ";proto=https");
            browser.header("X-Forwarded-Proto", "https");
            answers.add(browser.send(
                            browser.get("/login"),
                            "form[action=/login]",
                            Map.of("login", "bea", "password", "a wrong one " + i))
                    .statusCode());
        }

        assertThat(answers).contains(429);
        assertThat(world.count("audit_event", "source_address LIKE '198.51.100.%'"))
                .isZero();
    }

    /** Links that people hand on are made of what the installation says, or of nothing that a header could say. */
    @Test
    void aHostOfSomebodyElseGetsIntoNoPage() {
        String cookie =
                "Cookie: " + WebSessions.COOKIE + "=" + Browser.of("olga").cookie(WebSessions.COOKIE);
        for (String path :
                List.of("/", "/nodes/" + theirs.node() + "/join", "/tenants/" + theirs.tenant() + "/people")) {
            String page = RawHttp.send(
                            RestAssured.port,
                            "GET " + path + " HTTP/1.1\nHost: evil.example\nX-Forwarded-Host: evil.example\n" + cookie
                                    + "\nAccept: text/html\nConnection: close\n\n")
                    .body();
            assertThat(page).as(path).doesNotContain("evil.example");
        }
    }

    /** A repeated request gets the answer of the first, but no secret is kept for it. */
    @Test
    void noSecretIsKeptForRepeatedRequests() {
        String node = "/api/v1/nodes/" + theirs.node();
        Map<String, Object> user =
                Map.of("login", "nina", "name", "Nina", "roles", List.of(Map.of("role", "operator")));
        Map<String, Object> named = Map.of("name", "n");
        List<String> secrets = List.of(
                secret(root, "/api/v1/users", user, "oneTimePassword"),
                secret(root, "/api/v1/users/" + bea.id() + "/one-time-password", Map.of(), "oneTimePassword"),
                secret(root, "/api/v1/tokens", named, "token"),
                secret(root, node + "/enrolment-tokens", Map.of(), "token"),
                secret(root, "/api/v1/tenants/" + mine + "/invitations", Map.of("role", "planner"), "secret"));
        String account = root.api()
                .body(Map.of("name", "ci", "role", "planner"))
                .post("/api/v1/tenants/{t}/service-accounts", mine)
                .path("id");
        String of = "/api/v1/tenants/" + mine + "/service-accounts/" + account + "/tokens";
        List<String> all = new ArrayList<>(secrets);
        all.add(secret(root, of, named, "token"));

        assertThat(world.strings("SELECT i::text FROM idempotency i").toString())
                .doesNotContain(all);
        assertThat(world.strings("SELECT e::text FROM audit_event e").toString())
                .doesNotContain(all);
    }

    private static String secret(Person who, String path, Map<String, Object> body, String field) {
        Response answer = who.api()
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .body(body)
                .post(path);
        assertThat(answer.statusCode()).as(path + answer.asString()).isIn(200, 201);
        assertThat(answer.header("Cache-Control")).as(path).contains("no-store");
        String secret = answer.path(field);
        assertThat(secret).as(path).hasSizeGreaterThan(15);
        return secret;
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRACE", "OPTIONS", "CONNECT", "PROPFIND", "get"})
    void methodsThatNobodyNeedsTellNothing(String method) {
        RawHttp.Answer answer = raw(method + " /settings", "Cookie: x=secret-cookie", "Origin: https://evil.example");

        assertThat(answer.status()).isGreaterThanOrEqualTo(method.equals("OPTIONS") ? 200 : 300);
        assertThat(answer.text()).doesNotContain("secret-cookie").doesNotContain("Access-Control-Allow");
    }

    @Test
    void whatStandsInAnAddressComesBackAsText() {
        Browser browser = Browser.of("bea");
        for (String path : List.of(
                "/%3Cscript%3Ealert(1)%3C%2Fscript%3E",
                "/partitions?search=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E",
                "/partitions?done=%3Cb%3E&name=%3C%2Fscript%3E&mark=x",
                "/login?next=%2F%22%3E%3Cscript%3E",
                "/invitation/%3Cscript%3Ealert(1)%3C%2Fscript%3E")) {
            Document page = Browser.parse(browser.open(path));
            assertThat(page.select("script:not([src])")).as(path).isEmpty();
        }
    }

    /** A made-up link costs the portal a look-up, and never a password's hash. */
    @Test
    void aMadeUpInvitationIsRefusedBeforeAnythingSlow() {
        Browser stranger = new Browser("en");
        String token = stranger.get("/login").select("input[name=csrf-token]").val();

        Response answer = stranger.post(
                "/invitation/" + "x".repeat(40), "csrf-token=" + token + "&login=eve&name=Eve&password=a&again=a");

        assertThat(answer.statusCode())
                .as("else it would complain of the password")
                .isEqualTo(404);
        assertThat(world.count("app_user", "login = 'eve'")).isZero();
    }

    @Test
    void passwordsOfAnyScriptAreTakenAndHalfCharactersAreNot() {
        for (String good : List.of("长城长江黄河泰山华山衡山恒山嵩山", "пароль из пяти слов и ещё", "🐢🐇🦊 sind keine Möbel!")) {
            root.api()
                    .body(Map.of(
                            "login",
                            "u" + Integer.toHexString(good.hashCode()),
                            "name",
                            "U",
                            "password",
                            good,
                            "roles",
                            List.of(Map.of("role", "planner", "tenant", mine.toString()))))
                    .post("/api/v1/users")
                    .then()
                    .statusCode(201);
        }
        root.api()
                .body("{\"login\":\"half\",\"name\":\"H\",\"password\":\"" + "\\ud800 a b c \\udc00".repeat(3)
                        + "\",\"roles\":[{\"role\":\"planner\",\"tenant\":\"" + mine + "\"}]}")
                .post("/api/v1/users")
                .then()
                .statusCode(422)
                .body("detail", containsString("half a character"));
    }

    /** Names that look alike on every screen are one name; those of other scripts are told apart in the log by their id. */
    @ParameterizedTest
    @ValueSource(strings = {"BRACKWATER", "Ｂrackwater", "  Brackwater  ", "Brac\u212Awater"})
    void aLookAlikeOfATenantsNameIsTaken(String name) {
        int status =
                root.api().body(Map.of("name", name)).post("/api/v1/tenants").statusCode();

        assertThat(status).isIn(409, 422);
    }

    /** Log-ins at once are sessions of their own, of which each ends alone; more than a few at once have to wait. */
    @Test
    void parallelLogInsAreSessionsOfTheirOwn() {
        List<Callable<String>> callers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            callers.add(() -> Browser.of("bea").cookie(WebSessions.COOKIE));
        }
        List<String> sessions = AtOnce.call(callers);
        assertThat(new HashSet<>(sessions)).hasSize(4);
        assertThat(world.count("web_session", "user_id = ?", bea.id())).isEqualTo(4);

        Browser one = new Browser("en");
        one.cookie(WebSessions.COOKIE, sessions.get(0));
        one.send(one.get("/settings"), "form[action=/logout]", Map.of());

        assertThat(world.count("web_session", "user_id = ?", bea.id())).isEqualTo(3);
    }

    /** Once the answer says that somebody is shut out, nothing of theirs gets through any more, however many come at once. */
    @Test
    void whoIsShutOutDoesNothingFromThenOn() {
        String etag = root.api().get("/api/v1/users/" + bea.id()).header("ETag");
        Browser browser = Browser.of("bea");
        root.api()
                .header("If-Match", etag)
                .body("{\"disabled\":true}")
                .patch("/api/v1/users/" + bea.id())
                .then()
                .statusCode(200);
        List<Callable<Integer>> callers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            callers.add(() -> bea.api().get("/api/v1/partitions").statusCode());
            callers.add(() -> browser.open("/partitions").statusCode());
        }

        assertThat(AtOnce.call(callers)).containsOnly(401, 303);
        bea.api().get("/api/v1/me").then().statusCode(401).body("type", equalTo("urn:ibportal:fault:unauthenticated"));
    }

    /** The header, the address and the body each name a tenant: the first that counts is checked, the others are not another way. */
    @Test
    void severalTenantsInOneRequestAreNoWayAround() {
        for (List<String> pair : List.of(
                List.of(mine.toString(), theirs.tenant().toString()),
                List.of(theirs.tenant().toString(), mine.toString()))) {
            String head = "GET /api/v1/partitions?tenant=" + pair.get(1) + " HTTP/1.1\nHost: localhost\nX-Tenant: "
                    + pair.get(0) + "\nX-Tenant: " + pair.get(1) + "\nAuthorization: Bearer " + bea.token()
                    + "\nAccept: application/json\nConnection: close\n\n";
            assertThat(RawHttp.send(RestAssured.port, head).text()).doesNotContain("weather");
        }
        bea.api()
                .header("X-Tenant", mine.toString())
                .body(Map.of("tenant", theirs.tenant().toString(), "fabric", "east", "name", "mine"))
                .post("/api/v1/partitions")
                .then()
                .statusCode(404);
        assertThat(world.count("partition", "tenant_id = ? AND name = 'mine'", theirs.tenant()))
                .isZero();
    }

    /** Nobody tells a token that is nearly right from one that is not at all. */
    @Test
    void guessedTokensAreAnsweredAlike() {
        String near = bea.token().substring(0, 20);
        List<String> answers = new ArrayList<>();
        for (String guess : List.of(
                near + "x".repeat(bea.token().length() - 20),
                "ibp_" + "x".repeat(bea.token().length() - 4),
                "x",
                "a.b")) {
            Response answer = RestAssured.given()
                    .header("Authorization", "Bearer " + guess)
                    .get("/api/v1/me");
            assertThat(answer.statusCode()).isEqualTo(401);
            answers.add(answer.path("detail"));
        }
        assertThat(new HashSet<>(answers)).hasSize(1);
    }
}
