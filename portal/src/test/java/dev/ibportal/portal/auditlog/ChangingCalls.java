package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.restassured.response.Response;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A call that succeeds for each endpoint that changes something, made by the operator unless it says otherwise. */
abstract class ChangingCalls extends DaemonCalls {
    Map<String, Call> successes() {
        Map<String, Call> calls = new LinkedHashMap<>();
        partitions(calls);
        RemovalCalls.add(calls, world, root, this::partition);
        RequestCalls.add(calls, world, root, tenant, fabric);
        pools(calls);
        PoolCalls.add(calls, root, this::pool);
        PKeyCalls.add(calls, root, fabric);
        DriverCalls.add(calls, root);
        RolloutCalls.add(calls, world, root, this::node);
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
        String conf = "t=0x0777,ipoib:\n0x0002c90300000777=full;\n";
        calls.put(
                "POST /api/v1/fabrics/{id}/found-conf/preview",
                () -> body(Map.of("text", conf, "tenant", tenant.toString()))
                        .post("/api/v1/fabrics/" + fabric + "/found-conf/preview"));
        calls.put("POST /api/v1/fabrics/{id}/found-conf/replace", () -> {
            String name = world.string("SELECT name FROM fabric WHERE id = ?", fabric);
            return body(Map.of("confirm", name)).post("/api/v1/fabrics/" + fabric + "/found-conf/replace");
        });
        calls.put("POST /api/v1/fabrics/{id}/found-conf/take", () -> {
            String path = "/api/v1/fabrics/" + fabric + "/found-conf/";
            String digest = body(Map.of("text", conf, "tenant", tenant.toString()))
                    .post(path + "preview")
                    .path("digest");
            return body(Map.of("text", conf, "tenant", tenant.toString(), "digest", digest))
                    .post(path + "take");
        });
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
}
