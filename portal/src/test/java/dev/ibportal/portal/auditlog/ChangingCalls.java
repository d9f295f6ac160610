package dev.ibportal.portal.auditlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.Hca;
import dev.ibportal.agent.v1.InventoryReport;
import dev.ibportal.agent.v1.IpoibMode;
import dev.ibportal.agent.v1.LinkLayer;
import dev.ibportal.agent.v1.Netdev;
import dev.ibportal.agent.v1.Port;
import dev.ibportal.agent.v1.PortState;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.TaskState;
import dev.ibportal.agent.v1.TaskUpdate;
import dev.ibportal.portal.session.LineTestBase;
import dev.ibportal.portal.session.NodePlayer;
import dev.ibportal.portal.session.TestDaemon;
import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;

/** A call that succeeds for each endpoint that changes something, made by the operator unless it says otherwise. */
abstract class ChangingCalls extends LineTestBase {
    private static final String WHOLE = """
            SELECT count(*) FROM audit_event WHERE request_id = ?::uuid AND outcome = ? AND actor_name = ?
              AND actor_id IS NOT NULL AND action <> '' AND object_kind <> '' AND source_address <> '' AND at IS NOT NULL""";
    private static final String DIGEST = "ab".repeat(32);
    private static final String NEW_GUID = "0x02a1f003000000aa";
    Person root = new Person(new UUID(0, 0), "", "");
    final List<String> wrong = new ArrayList<>();
    private int names;

    @BeforeEach
    void place() {
        root = operator;
    }

    interface Call {
        Response answer();
    }

    private RequestSpecification body(Object body) {
        return root.api().body(body);
    }

    private RequestSpecification forTenant(Object body) {
        return root.apiFor(tenant).body(body);
    }

    private RequestSpecification matching(String path, Object body) {
        return root.api()
                .header("If-Match", root.api().get(path).header("ETag"))
                .body(body);
    }

    private String name() {
        return "thing " + ++names;
    }

    private UUID node() {
        return cluster.node(name(), fabric, "0x0002c903000000%02x".formatted(++names), tenant);
    }

    private String member(UUID partition) {
        String name = name();
        cluster.node(name, fabric, "0x0002c903000001%02x".formatted(++names), tenant);
        String id = cluster.member(partition, Map.of("node", name, "membership", "full"))
                .statusCode(201)
                .extract()
                .path("id");
        return "/api/v1/partitions/" + partition + "/members/" + id;
    }

    private UUID partition() {
        return cluster.partition(tenant, fabric, name());
    }

    UUID pool() {
        return cluster.pool(tenant, partition(), "10.%d.0.0/24".formatted(++names));
    }

    Map<String, Call> successes() {
        Map<String, Call> calls = new LinkedHashMap<>();
        partitions(calls);
        RemovalCalls.add(calls, world, root, this::partition);
        pools(calls);
        fabricWide(calls);
        people(calls);
        tenantLife(calls);
        accounts(calls);
        care(calls);
        daemons(calls);
        calls.put("POST /api/v1/invitations/acceptance", this::accepted);
        calls.put(
                "POST /api/v1/audit-filters",
                () -> body(Map.of("name", name(), "query", "outcome=denied")).post("/api/v1/audit-filters"));
        calls.put("DELETE /api/v1/audit-filters/{id}", () -> {
            String id = body(Map.of("name", name(), "query", ""))
                    .post("/api/v1/audit-filters")
                    .path("id");
            return root.api().delete("/api/v1/audit-filters/" + id);
        });
        calls.put("POST /api/v1/audit-seals/key-rotations", () -> root.api().post("/api/v1/audit-seals/key-rotations"));
        calls.put("POST /api/v1/audit-verifications", () -> root.api().post("/api/v1/audit-verifications"));
        calls.put(
                "POST /api/v1/tenants/{tenant}/isolation-evidence/probes",
                () -> root.api().post("/api/v1/tenants/" + tenant + "/isolation-evidence/probes"));
        return calls;
    }

    private void partitions(Map<String, Call> calls) {
        calls.put(
                "POST /api/v1/partitions",
                () -> forTenant(Map.of("fabric", fabric.toString(), "name", name()))
                        .post("/api/v1/partitions"));
        calls.put("PATCH /api/v1/partitions/{id}", () -> {
            String path = "/api/v1/partitions/" + partition();
            return matching(path, Map.of("name", name()))
                    .contentType("application/merge-patch+json")
                    .patch(path);
        });
        calls.put("DELETE /api/v1/partitions/{id}", () -> {
            String path = "/api/v1/partitions/" + partition();
            return matching(path, "").delete(path);
        });
        calls.put("PUT /api/v1/partitions/{partition}/host-settings", this::hostSettings);
        calls.put(
                "POST /api/v1/partitions/{id}/diagnoses",
                () -> body(Map.of()).post("/api/v1/partitions/" + partition() + "/diagnoses"));
        calls.put("PUT /api/v1/nodes/{node}/ports/{port}/interface", () -> {
            String path = portInterface();
            return matching(path, Map.of("mtu", 2044)).put(path);
        });
        calls.put("DELETE /api/v1/nodes/{node}/ports/{port}/interface", () -> {
            String path = portInterface();
            matching(path, Map.of()).put(path).then().statusCode(200);
            return matching(path, "").delete(path);
        });
        calls.put(
                "POST /api/v1/partitions/{partition}/members",
                () -> body(Map.of("node", node().toString(), "membership", "full"))
                        .post("/api/v1/partitions/" + partition() + "/members"));
        calls.put(
                "POST /api/v1/partitions/{partition}/members/bulk",
                () -> body(Map.of("nodes", List.of(node().toString()), "membership", "full"))
                        .post("/api/v1/partitions/" + partition() + "/members/bulk"));
        calls.put("PATCH /api/v1/partitions/{partition}/members/{id}", () -> {
            String path = member(partition());
            return matching(path, Map.of("membership", "limited"))
                    .contentType("application/merge-patch+json")
                    .patch(path);
        });
        calls.put("DELETE /api/v1/partitions/{partition}/members/{id}", () -> {
            String path = member(partition());
            return matching(path, "").delete(path);
        });
    }

    private String portInterface() {
        UUID node = node();
        return "/api/v1/nodes/" + node + "/ports/" + cluster.port(node) + "/interface";
    }

    private Response hostSettings() {
        String path = "/api/v1/partitions/" + partition() + "/host-settings";
        return matching(path, Map.of()).put(path);
    }

    private void pools(Map<String, Call> calls) {
        calls.put(
                "POST /api/v1/pools",
                () -> forTenant(Map.of("partition", partition().toString(), "name", name(), "prefix", "10.200.0.0/24"))
                        .post("/api/v1/pools"));
        calls.put("DELETE /api/v1/pools/{id}", () -> {
            String path = "/api/v1/pools/" + pool();
            return matching(path, "").delete(path);
        });
        calls.put(
                "POST /api/v1/pools/{id}/addresses",
                () -> body(Map.of()).post("/api/v1/pools/" + pool() + "/addresses"));
        calls.put(
                "POST /api/v1/pools/{id}/addresses/bulk",
                () -> body(Map.of("count", 3)).post("/api/v1/pools/" + pool() + "/addresses/bulk"));
        calls.put("POST /api/v1/pools/{id}/ranges", () -> {
            UUID pool = cluster.pool(
                    tenant, partition(), "10.201.0.0/24", Map.of("ranges", List.of("10.201.0.10 - 10.201.0.20")));
            return matching("/api/v1/pools/" + pool, Map.of("range", "10.201.0.30 - 10.201.0.40"))
                    .post("/api/v1/pools/" + pool + "/ranges");
        });
        calls.put("POST /api/v1/pools/{id}/exclusions", () -> {
            UUID pool = cluster.pool(tenant, partition(), "10.202.0.0/24");
            return matching("/api/v1/pools/" + pool, Map.of("range", "10.202.0.30 - 10.202.0.40"))
                    .post("/api/v1/pools/" + pool + "/exclusions");
        });
        calls.put("DELETE /api/v1/addresses/{id}", () -> {
            String path = "/api/v1/addresses/"
                    + cluster.ask(pool(), Map.of()).extract().path("id");
            return matching(path, "").delete(path);
        });
    }

    private void fabricWide(Map<String, Call> calls) {
        calls.put("POST /api/v1/fabrics", () -> body(Map.of("name", name())).post("/api/v1/fabrics"));
        calls.put(
                "PUT /api/v1/fabrics/{id}",
                () -> matching("/api/v1/fabrics/" + fabric, Map.of("name", name()))
                        .put("/api/v1/fabrics/" + fabric));
        calls.put("POST /api/v1/nodes", () -> body(Map.of("name", name())).post("/api/v1/nodes"));
        calls.put(
                "POST /api/v1/nodes/{id}/enrolment-tokens",
                () -> body(Map.of()).post("/api/v1/nodes/" + cluster.node(name()) + "/enrolment-tokens"));
        calls.put(
                "POST /api/v1/nodes/{id}/ports",
                () -> body(Map.of("guid", "0x0002c90300000777", "fabric", fabric.toString()))
                        .post("/api/v1/nodes/" + cluster.node(name()) + "/ports"));
        calls.put("POST /api/v1/tenants", () -> body(Map.of("name", name())).post("/api/v1/tenants"));
        calls.put(
                "PUT /api/v1/tenants/{id}",
                () -> matching("/api/v1/tenants/" + tenant, Map.of("name", name()))
                        .put("/api/v1/tenants/" + tenant));
        calls.put(
                "PUT /api/v1/tenants/{tenant}/nodes/{node}",
                () -> root.api().put("/api/v1/tenants/" + tenant + "/nodes/" + cluster.node(name())));
        calls.put(
                "DELETE /api/v1/tenants/{tenant}/nodes/{node}",
                () -> root.api().delete("/api/v1/tenants/" + tenant + "/nodes/" + node()));
    }

    private void people(Map<String, Call> calls) {
        calls.put(
                "POST /api/v1/users",
                () -> body(Map.of(
                                "login",
                                "user" + ++names,
                                "name",
                                name(),
                                "roles",
                                List.of(Map.of("role", "planner", "tenant", tenant.toString()))))
                        .post("/api/v1/users"));
        calls.put("POST /api/v1/tokens", () -> body(Map.of("name", name())).post("/api/v1/tokens"));
        calls.put("DELETE /api/v1/tokens/{id}", () -> {
            String id = body(Map.of("name", name())).post("/api/v1/tokens").path("id");
            return root.api().delete("/api/v1/tokens/" + id);
        });
        calls.put("DELETE /api/v1/sessions/{id}", () -> {
            Browser.of("root");
            String id = root.api().get("/api/v1/sessions").path("items[0].id");
            return root.api().delete("/api/v1/sessions/" + id);
        });
        calls.put("DELETE /api/v1/users/{id}/sessions", () -> {
            Person person = world.operator("person" + ++names);
            Browser.of(person.login());
            return root.api().delete("/api/v1/users/" + person.id() + "/sessions");
        });
        calls.put("PUT /api/v1/me/password", () -> {
            Person person = world.operator("person" + ++names);
            Response answer = person.api()
                    .body(Map.of("currentPassword", World.PASSWORD, "newPassword", "another horse battery"))
                    .put("/api/v1/me/password");
            assertEvent("PUT /api/v1/me/password", answer, "success", person.login(), wrong);
            return answer;
        });
    }

    private String freshTenant(String name) {
        String id = body(Map.of("name", name)).post("/api/v1/tenants").path("id");
        return "/api/v1/tenants/" + id;
    }

    private void tenantLife(Map<String, Call> calls) {
        calls.put(
                "PUT /api/v1/tenants/{id}/quotas",
                () -> body(Map.of("partitions", 50)).put("/api/v1/tenants/" + tenant + "/quotas"));
        calls.put(
                "PUT /api/v1/tenants/{id}/suspension",
                () -> body(Map.of("reason", "unpaid")).put(freshTenant(name()) + "/suspension"));
        calls.put("DELETE /api/v1/tenants/{id}/suspension", () -> {
            String path = freshTenant(name()) + "/suspension";
            body(Map.of("reason", "unpaid")).put(path);
            return root.api().delete(path);
        });
        calls.put("DELETE /api/v1/tenants/{id}", () -> {
            String name = name();
            return root.api().queryParam("confirm", name).delete(freshTenant(name));
        });
        calls.put(
                "PUT /api/v1/tenants/{id}/drift-policy",
                () -> body(Map.of("policy", "report_only")).put("/api/v1/tenants/" + tenant + "/drift-policy"));
        calls.put(
                "PUT /api/v1/nodes/{id}/drift-policy",
                () -> body(Map.of("policy", "report_only")).put("/api/v1/nodes/" + node() + "/drift-policy"));
    }

    private RequestSpecification patching(String path, Object body) {
        return matching(path, body).contentType("application/merge-patch+json");
    }

    private void care(Map<String, Call> calls) {
        calls.put("PATCH /api/v1/pools/{id}", () -> {
            String path = "/api/v1/pools/" + pool();
            return patching(path, Map.of("name", name())).patch(path);
        });
        calls.put("PATCH /api/v1/nodes/{id}", () -> {
            String path = "/api/v1/nodes/" + cluster.node(name());
            return patching(path, Map.of("name", name())).patch(path);
        });
        calls.put("DELETE /api/v1/nodes/{id}", () -> {
            String path = "/api/v1/nodes/" + cluster.node(name());
            return matching(path, "").delete(path);
        });
        calls.put("POST /api/v1/fabrics/{id}/default-partition/limit", () -> {
            String path = "/api/v1/fabrics/"
                    + body(Map.of("name", name(), "defaultMembership", "full"))
                            .post("/api/v1/fabrics")
                            .path("id") + "/default-partition";
            String digest = root.api().get(path).path("digest");
            return body(Map.of("digest", digest)).post(path + "/limit");
        });
        calls.put("DELETE /api/v1/fabrics/{id}", () -> {
            String path = "/api/v1/fabrics/" + cluster.fabric(name());
            return matching(path, "").delete(path);
        });
        calls.put("PATCH /api/v1/users/{id}", () -> {
            String path = "/api/v1/users/" + world.operator("person" + ++names).id();
            return matching(path, Map.of("name", name()))
                    .contentType("application/merge-patch+json")
                    .patch(path);
        });
        calls.put("POST /api/v1/users/{id}/one-time-password", () -> {
            String path = "/api/v1/users/" + world.operator("person" + ++names).id();
            return root.api().post(path + "/one-time-password");
        });
    }

    private String invitations() {
        return "/api/v1/tenants/" + tenant + "/invitations";
    }

    private String accountsPath() {
        return "/api/v1/tenants/" + tenant + "/service-accounts";
    }

    private String account() {
        String id = body(Map.of("name", name(), "role", "planner"))
                .post(accountsPath())
                .path("id");
        return accountsPath() + "/" + id;
    }

    private void accounts(Map<String, Call> calls) {
        calls.put(
                "POST /api/v1/tenants/{tenant}/invitations",
                () -> body(Map.of("role", "planner")).post(invitations()));
        calls.put("DELETE /api/v1/tenants/{tenant}/invitations/{id}", () -> {
            String id = body(Map.of("role", "planner")).post(invitations()).path("id");
            return root.api().delete(invitations() + "/" + id);
        });
        calls.put("PUT /api/v1/tenants/{tenant}/people/{person}/roles", () -> {
            Person person = world.planner("person" + ++names, tenant);
            return body(Map.of("roles", List.of("planner", "auditor")))
                    .put("/api/v1/tenants/" + tenant + "/people/" + person.id() + "/roles");
        });
        calls.put(
                "POST /api/v1/tenants/{tenant}/service-accounts",
                () -> body(Map.of("name", name(), "role", "planner")).post(accountsPath()));
        calls.put("PUT /api/v1/tenants/{tenant}/service-accounts/{id}", () -> {
            String path = account();
            return matching(path, Map.of("name", name(), "role", "auditor")).put(path);
        });
        calls.put(
                "DELETE /api/v1/tenants/{tenant}/service-accounts/{id}",
                () -> root.api().delete(account()));
        calls.put(
                "POST /api/v1/tenants/{tenant}/service-accounts/{id}/tokens",
                () -> body(Map.of("name", name())).post(account() + "/tokens"));
        calls.put("DELETE /api/v1/tenants/{tenant}/service-accounts/{id}/tokens/{token}", () -> {
            String tokens = account() + "/tokens";
            String id = body(Map.of("name", name())).post(tokens).path("id");
            return root.api().delete(tokens + "/" + id);
        });
    }

    private Response accepted() {
        String secret = body(Map.of("role", "planner")).post(invitations()).path("secret");
        Person guest = world.planner("person" + ++names, world.tenant(name()));
        Response answer = guest.api().body(Map.of("secret", secret)).post("/api/v1/invitations/acceptance");
        assertEvent("POST /api/v1/invitations/acceptance", answer, "success", guest.login(), wrong);
        return answer;
    }

    /** What needs a daemon, or hardware that was seen to change. */
    private void daemons(Map<String, Call> calls) {
        calls.put("POST /api/v1/nodes/{id}/declare-dead", () -> {
            String name = name();
            UUID dead = cluster.node(name, fabric, "0x0002c903000000%02x".formatted(++names), tenant);
            world.execute("UPDATE node_status SET state = 'unreachable' WHERE node_id = ?", dead);
            return body(Map.of("confirm", name)).post("/api/v1/nodes/" + dead + "/declare-dead");
        });
        calls.put("POST /api/v1/nodes/{id}/plan/apply", () -> {
            UUID node = planner();
            return body(Map.of("digest", DIGEST)).post("/api/v1/nodes/" + node + "/plan/apply");
        });
        calls.put(
                "POST /api/v1/nodes/{id}/plan/rollback",
                () -> root.api().post("/api/v1/nodes/" + planner() + "/plan/rollback"));
        calls.put("POST /api/v1/nodes/{node}/adoptions", this::adopted);
        calls.put("POST /api/v1/nodes/{node}/replacements", this::replaced);
    }

    /** A node whose daemon does whatever task it gets. */
    private UUID planner() {
        UUID node = node();
        NodePlayer player = new NodePlayer();
        daemon(agents.enrol(node, machine("p" + ++names)))
                .open((stream, message) -> {
                    player.answer(stream, message);
                    if (message.hasTask()) {
                        stream.send(SessionRequest.newBuilder()
                                .setTaskUpdate(TaskUpdate.newBuilder()
                                        .setTaskId(message.getTask().getTaskId())
                                        .setState(TaskState.TASK_STATE_SUCCEEDED)
                                        .setMessage("done")));
                    }
                })
                .hello(TestDaemon.hello(machine("p" + names))
                        .addCapabilities("task.plan")
                        .addCapabilities("journal"))
                .welcome();
        return node;
    }

    private Response adopted() {
        TestDaemon.Stream stream = nodeConnects(node1, "n1", new NodePlayer());
        Netdev byHand = Netdev.newBuilder()
                .setName("ib0.8051")
                .setPortGuid(GUID_1)
                .setParent("ib0")
                .setPkey(0x8051)
                .setMode(IpoibMode.IPOIB_MODE_DATAGRAM)
                .setMtu(2044)
                .addAddresses("10.77.51.20/24")
                .build();
        stream.send(inventory(1, GUID_1, List.of(0x7fff, 0x0051), byHand));
        String path = "/api/v1/nodes/" + node1 + "/adoptions";
        soon().untilAsserted(() ->
                assertThat(root.api().get(path).jsonPath().getList("name")).contains("ib0.8051"));
        return body(Map.of("name", "ib0.8051")).post(path);
    }

    private Response replaced() {
        TestDaemon.Stream stream = nodeConnects(node2, "n2", new NodePlayer());
        stream.send(inventory(1, GUID_2, List.of(0x7fff)));
        soon().untilAsserted(() ->
                assertThat(world.count("port_hardware", "hca_type = 'MT4123'")).isPositive());
        member("n2", "full");
        stream.send(inventory(2, NEW_GUID, List.of(0x7fff)));
        String path = "/api/v1/nodes/" + node2 + "/replacements";
        soon().untilAsserted(() ->
                assertThat(root.api().get(path).jsonPath().getList("to")).contains(NEW_GUID));
        return body(Map.of("from", GUID_2, "to", NEW_GUID)).post(path);
    }

    private static SessionRequest.Builder inventory(
            long sequence, String guid, List<Integer> pkeys, Netdev... netdevs) {
        return SessionRequest.newBuilder()
                .setInventory(InventoryReport.newBuilder()
                        .setSequence(sequence)
                        .setLast(true)
                        .addAllNetdevs(List.of(netdevs))
                        .addHcas(Hca.newBuilder()
                                .setDevice("mlx5_0")
                                .setHcaType("MT4123")
                                .setPciAddress("0000:3b:00.0")
                                .addPorts(Port.newBuilder()
                                        .setNumber(1)
                                        .setGuid(guid)
                                        .setState(PortState.PORT_STATE_ACTIVE)
                                        .setLinkLayer(LinkLayer.LINK_LAYER_INFINIBAND)
                                        .setPkeysKnown(true)
                                        .addAllPkeys(pkeys)
                                        .setNetdev("ib0"))));
    }

    void assertEvent(String endpoint, Response answer, String outcome, String actor, List<String> wrong) {
        String request = answer.header("X-Request-Id");
        if (world.string(WHOLE, request, outcome, actor).equals("0")) {
            wrong.add(endpoint + " left no whole event: "
                    + world.strings(
                            "SELECT row_to_json(e)::text FROM audit_event e WHERE request_id = ?::uuid", request));
        }
    }
}
