package dev.ibportal.portal.platform.tenancy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.pages.Sights;
import dev.ibportal.portal.platform.security.Role;
import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Endpoints;
import dev.ibportal.portal.testing.SqlStatements;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What belongs to another tenant looks exactly like what does not exist, at every endpoint that takes an id: same status,
 * same body, and the same statements in the same order, so that not even the time it takes tells them apart.
 */
@QuarkusTest
class ForeignIdsTest {
    private static final Pattern PARAMETER = Pattern.compile("([a-z-]+)/\\{([^}]+)}");

    /** Bodies that get past the first look, by the end of the path. */
    private static final Map<String, String> BODIES = Map.ofEntries(
            Map.entry("PATCH /api/v1/partitions/{id}", "{\"description\":\"x\"}"),
            Map.entry("POST /api/v1/partitions/{partition}/members", "{\"node\":\"node-9\",\"membership\":\"full\"}"),
            Map.entry(
                    "POST /api/v1/partitions/{partition}/members/bulk",
                    "{\"nodes\":[\"node-9\"],\"membership\":\"full\"}"),
            Map.entry("PATCH /api/v1/partitions/{partition}/members/{id}", "{\"membership\":\"limited\"}"),
            Map.entry("POST /api/v1/pools/{id}/addresses/bulk", "{\"count\":1}"),
            Map.entry("POST /api/v1/pools/{id}/ranges", "{\"range\":\"10.77.0.10 - 10.77.0.20\"}"),
            Map.entry("POST /api/v1/pools/{id}/exclusions", "{\"range\":\"10.77.0.200\"}"),
            Map.entry("PUT /api/v1/pools/{id}/ranges/{range}", "{\"range\":\"10.77.0.1 - 10.77.0.200\"}"),
            Map.entry("PUT /api/v1/pools/{id}/exclusions/{exclusion}", "{\"range\":\"10.77.0.200\"}"),
            Map.entry("POST /api/v1/pools/{id}/resize", "{\"prefix\":\"10.77.0.0/23\"}"),
            Map.entry("PUT /api/v1/tenants/{tenant}/people/{person}/roles", "{\"roles\":[\"planner\"]}"),
            Map.entry("POST /api/v1/tenants/{tenant}/invitations", "{\"role\":\"planner\"}"),
            Map.entry("POST /api/v1/tenants/{tenant}/service-accounts", "{\"name\":\"x\",\"role\":\"planner\"}"),
            Map.entry("PUT /api/v1/tenants/{tenant}/service-accounts/{id}", "{\"name\":\"x\",\"role\":\"planner\"}"),
            Map.entry("POST /api/v1/tenants/{tenant}/service-accounts/{id}/tokens", "{\"name\":\"x\"}"));

    @Inject
    World world;

    private Sights theirs;
    private String theirFilter = "";
    private UUID mine = UUID.randomUUID();
    private UUID myPartition = UUID.randomUUID();
    private Person bea;
    private Person moa;

    /** Aldermoor has one of everything; Bea is the admin of Brackwater, Moa of Brackwater and of Cinderfell. */
    @BeforeEach
    void threeTenants() {
        theirs = Sights.in(world);
        theirFilter = world.tenantAdmin("amy", theirs.tenant())
                .api()
                .body(Map.of("name", "mine", "query", "outcome=denied"))
                .post("/api/v1/audit-filters")
                .then()
                .statusCode(201)
                .extract()
                .path("id");
        mine = world.tenant("Brackwater");
        bea = world.tenantAdmin("bea", mine);
        moa = world.tenantAdmin("moa", mine);
        world.grant(moa, Role.TENANT_ADMIN, world.tenant("Cinderfell"));
        myPartition = theirs.partitionOf(mine);
    }

    private String theirId(String kind) {
        return switch (kind) {
            case "partitions" -> theirs.partition().toString();
            case "members" -> theirs.member();
            case "pools" -> theirs.pool().toString();
            case "ranges" -> world.string("SELECT id FROM pool_range WHERE pool_id = ?", theirs.pool());
            case "exclusions" -> world.string("SELECT id FROM pool_exclusion WHERE pool_id = ?", theirs.pool());
            case "addresses" -> theirs.address();
            case "nodes" -> theirs.node().toString();
            case "ports" -> theirs.port();
            case "tenants" -> theirs.tenant().toString();
            case "people" -> theirs.planner().toString();
            case "invitations" -> theirs.invitation();
            case "service-accounts" -> theirs.account();
            case "removal-requests" -> theirs.removal().toString();
            case "requests" -> theirs.request().toString();
            case "tokens" -> theirs.token();
            case "audit-filters", "filters" -> theirFilter;
            default -> "";
        };
    }

    /** Ids that are nobody's in particular, or a secret that opens a door to whoever has it. */
    private static final List<String> NO_TENANTS = List.of(
            "approval-rules",
            "fabrics",
            "invitation",
            "sessions",
            "users",
            "audit-verifications",
            "driver-profiles",
            "rollouts",
            "orders",
            "redundancy-groups",
            "driver-matrix",
            "profiles");

    /** A path with one of their ids, and the same path with ids that do not exist. */
    private record Pair(String endpoint, String theirs, String nobodys) {}

    private List<Pair> pairs(boolean api) {
        List<Pair> pairs = new ArrayList<>();
        for (String endpoint : Endpoints.http()) {
            if (endpoint.contains(" /api/") == api && endpoint.contains("{")) {
                pairs.addAll(pairs(endpoint));
            }
        }
        return pairs;
    }

    /** All ids theirs; and, where there are two, the first one mine and the others theirs. */
    private List<Pair> pairs(String endpoint) {
        List<Pair> pairs = new ArrayList<>();
        List<String> kinds = PARAMETER
                .matcher(endpoint)
                .results()
                .map(found -> found.group(1))
                .toList();
        if (kinds.stream().anyMatch(NO_TENANTS::contains)) {
            return pairs;
        }
        assertThat(kinds)
                .as(endpoint + " takes an id of a kind that this test does not know: give it one of another tenant")
                .allSatisfy(kind -> assertThat(theirId(kind)).isNotEmpty());
        String path = endpoint.split(" ", 2)[1];
        pairs.add(new Pair(endpoint, filled(path, this::theirId), filled(path, kind -> nobodys())));
        if (kinds.size() > 1) {
            String own = kinds.get(0).equals("tenants") ? mine.toString() : myPartition.toString();
            String rest = path.replaceFirst("\\{[^}]+}", own);
            pairs.add(new Pair(endpoint, filled(rest, this::theirId), filled(rest, kind -> nobodys())));
        }
        return pairs;
    }

    private static String nobodys() {
        return UUID.randomUUID().toString();
    }

    private static String filled(String path, Function<String, String> ids) {
        return PARAMETER
                .matcher(path)
                .replaceAll(found -> Matcher.quoteReplacement(found.group(1) + "/" + ids.apply(found.group(1))));
    }

    @Test
    void idsInPathsOfTheApi() {
        List<String> wrong = new ArrayList<>();
        for (Pair pair : pairs(true)) {
            for (Person who : List.of(bea, moa)) {
                String method = pair.endpoint.split(" ", 2)[0];
                String body = BODIES.getOrDefault(pair.endpoint, "{}");
                compare(wrong, pair.endpoint + " as " + who.login(), path -> send(who.api(), method, path, body), pair);
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static Response send(RequestSpecification caller, String method, String path, String body) {
        caller.header("If-Match", "\"0\"");
        boolean hasBody = !method.equals("GET") && !method.equals("DELETE");
        return (hasBody ? caller.body(body) : caller).request(method, path);
    }

    @Test
    void idsInAddressesOfPages() {
        List<String> wrong = new ArrayList<>();
        for (String login : List.of("bea", "moa")) {
            Browser browser = Browser.of(login);
            for (Pair pair : pairs(false)) {
                compare(
                        wrong,
                        pair.endpoint + " as " + login,
                        path -> pair.endpoint.startsWith("GET") ? browser.open(path) : browser.post(path, Map.of()),
                        pair);
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void theTenantInHeaderQueryBodyAndForm() {
        List<String> wrong = new ArrayList<>();
        String tenant = theirs.tenant().toString();
        String nobodys = nobodys();
        Pair pair = new Pair("", tenant, nobodys);
        for (String path : List.of(
                "/api/v1/partitions", "/api/v1/pools", "/api/v1/addresses", "/api/v1/nodes", "/api/v1/audit-events")) {
            compare(
                    wrong,
                    "X-Tenant at " + path,
                    id -> bea.api().header("X-Tenant", id).get(path),
                    pair);
            compare(wrong, "tenant= at " + path, id -> bea.api().get(path + "?tenant=" + id), pair);
        }
        compare(
                wrong,
                "CSV of the audit log",
                id -> bea.api().accept("text/csv").get("/api/v1/audit-events?tenant=" + id),
                pair);
        compare(
                wrong,
                "tenant in a body",
                id -> bea.api()
                        .body(Map.of("tenant", id, "fabric", theirs.fabric().toString(), "name", "x"))
                        .post("/api/v1/partitions"),
                pair);
        Browser browser = Browser.of("bea");
        compare(wrong, "acting tenant", id -> browser.post("/acting-tenant", Map.of("tenant", id)), pair);
        compare(wrong, "form of another tenant", id -> browser.post("/partitions/new", Map.of("acting", id)), pair);
        compare(wrong, "page of another tenant", id -> browser.open("/partitions?tenant=" + id), pair);
        assertThat(wrong).isEmpty();
    }

    @Test
    void idsAndNamesInBodies() {
        List<String> wrong = new ArrayList<>();
        String mineAsPath = "/api/v1/partitions/" + myPartition + "/members";
        Pair node = new Pair("", theirs.node().toString(), nobodys());
        Pair nodeName = new Pair("", "node-1", "node-x");
        for (Pair pair : List.of(node, nodeName)) {
            compare(
                    wrong,
                    "node of a member",
                    id -> bea.api()
                            .body(Map.of("node", id, "membership", "full"))
                            .post(mineAsPath),
                    pair);
            compare(
                    wrong,
                    "nodes of members",
                    id -> bea.api()
                            .body(Map.of("nodes", List.of(id), "membership", "full"))
                            .post(mineAsPath + "/bulk"),
                    pair);
        }
        compare(
                wrong,
                "partition of a pool",
                id -> bea.api()
                        .body(Map.of("partition", id, "name", "x", "prefix", "10.9.0.0/24"))
                        .post("/api/v1/pools"),
                new Pair("", theirs.partition().toString(), nobodys()));
        compare(
                wrong,
                "partition of a list of pools",
                id -> bea.api().get("/api/v1/pools?partition=" + id),
                new Pair("", theirs.partition().toString(), nobodys()));
        compare(
                wrong,
                "name of a partition that another tenant has",
                name -> bea.api().get("/api/v1/partitions?search=" + name),
                new Pair("", "weather", "nothing"));
        assertThat(wrong).isEmpty();
    }

    /** Their names are free for me: a uniqueness rule that reached over tenants would tell of them. */
    @Test
    void namesThatAnotherTenantHasAreFree() {
        bea.api()
                .body(Map.of("fabric", theirs.fabric().toString(), "name", "weather"))
                .post("/api/v1/partitions")
                .then()
                .statusCode(201);
        bea.api()
                .body(Map.of("partition", myPartition.toString(), "name", "10.77.0.0/24", "prefix", "10.77.0.0/24"))
                .post("/api/v1/pools")
                .then()
                .statusCode(201);
        bea.api()
                .body(Map.of("name", "CI", "role", "planner"))
                .post("/api/v1/tenants/" + mine + "/service-accounts")
                .then()
                .statusCode(201);
    }

    @Test
    void noListNoCountAndNoPageHoldsAnythingOfAnotherTenant() {
        Browser browser = Browser.of("bea");
        List<String> secrets = List.of(
                "Aldermoor",
                "weather",
                "node-1",
                "10.77.0.2",
                theirs.pool().toString(),
                theirs.address(),
                "reserved by hand",
                "for Pia",
                "paul",
                theirs.tenant().toString(),
                theirs.partition().toString(),
                theirs.node().toString());
        List<String> leaks = new ArrayList<>();
        for (String endpoint : Endpoints.http()) {
            String path = endpoint.split(" ", 2)[1];
            if (!endpoint.startsWith("GET ") || path.contains("{") || path.equals("/live")) {
                continue;
            }
            String body = (path.startsWith("/api/") ? bea.api().get(path) : browser.open(path)).asString();
            secrets.stream().filter(body::contains).forEach(secret -> leaks.add(path + " holds " + secret));
        }
        assertThat(leaks).isEmpty();
        assertThat(browser.get("/").select(".tile b").eachText())
                .as("only my one partition counts")
                .containsExactly("1", "0 of 0", "0 of 0", "0 of 1", "0", "0");
    }

    /** The first call of each kind warms up what is counted only once, such as when a token was last used. */
    private static void compare(List<String> wrong, String what, Function<String, Response> call, Pair pair) {
        assertThat(call.apply(pair.nobodys).statusCode()).as(what).isLessThan(500);
        Response foreign = call.apply(pair.theirs);
        Response missing = call.apply(pair.nobodys);
        if (foreign.statusCode() != missing.statusCode()) {
            wrong.add(what + ": " + foreign.statusCode() + " but " + missing.statusCode() + " for what does not exist");
        } else if (!told(foreign, pair.theirs).equals(told(missing, pair.nobodys))) {
            wrong.add(what + ": " + foreign.asString() + " but " + missing.asString());
        } else if (!statements(foreign).equals(statements(missing))) {
            wrong.add(what + ": " + statements(foreign) + " but " + statements(missing));
        } else if (foreign.statusCode() < 300 && foreign.asString().contains("Aldermoor")) {
            wrong.add(what + ": answers " + foreign.asString());
        }
    }

    private static List<String> statements(Response answer) {
        return SqlStatements.of(answer);
    }

    /** Without the ids that were sent, and without what differs from request to request. */
    private static Map<String, String> told(Response answer, String sent) {
        Map<String, String> told = new LinkedHashMap<>();
        String body = answer.asString();
        for (String part : sent.split("/")) {
            body = part.length() >= 4 ? body.replace(part, "ID") : body;
        }
        String requestId = String.valueOf(answer.header("X-Request-Id"));
        told.put(
                "body",
                body.replace(requestId, "REQUEST")
                        .replaceAll("name=\"csrf-token\" value=\"[^\"]*\"", "CSRF")
                        .replaceAll("data-now=\"[^\"]*\"", "NOW"));
        told.put("type", String.valueOf(answer.contentType()));
        told.put("location", String.valueOf(answer.header("Location")).replaceAll("[0-9a-f-]{36}", "ID"));
        told.put(
                "headers",
                answer.headers().asList().stream()
                        .map(header -> header.getName())
                        .sorted()
                        .collect(Collectors.joining(" ")));
        return told;
    }
}
