package dev.ibportal.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Makes what the operator of a new portal makes: tenants, nodes, the fabric, people. What is there already stays. */
final class Scenery {
    private final Rest operator;
    private final String password;
    private final Map<String, String> nodeIds = new LinkedHashMap<>();
    private final Map<String, String> tenantIds = new LinkedHashMap<>();

    Scenery(Rest operator, String password) {
        this.operator = operator;
        this.password = password;
    }

    void build() {
        nodeIds.putAll(ids("/api/v1/nodes"));
        node(Cast.SUBNET_MANAGER, "subnet-manager");
        Cast.NODES.forEach(name -> node(name, "node"));
        if (!ids("/api/v1/fabrics").containsKey(Cast.FABRIC)) {
            operator.post(
                    "/api/v1/fabrics", Map.of("name", Cast.FABRIC, "smKind", "opensm", "smNode", Cast.SUBNET_MANAGER));
        }
        tenantIds.putAll(ids("/api/v1/tenants"));
        Cast.TENANTS.forEach(this::tenant);
        List<String> known = operator.list("/api/v1/users").stream()
                .map(user -> user.path("login").asText())
                .toList();
        Cast.PEOPLE.stream().filter(person -> !known.contains(person.login())).forEach(this::person);
    }

    private void node(String name, String role) {
        nodeIds.computeIfAbsent(
                name, missing -> id(operator.post("/api/v1/nodes", Map.of("name", missing, "roles", List.of(role)))));
    }

    private void tenant(Cast.Tenant tenant) {
        String id = tenantIds.computeIfAbsent(
                tenant.name(),
                missing -> id(operator.post(
                        "/api/v1/tenants", Map.of("name", missing, "description", tenant.description()))));
        tenant.nodes().forEach(node -> operator.put("/api/v1/tenants/" + id + "/nodes/" + nodeIds.get(node), Map.of()));
    }

    private void person(Cast.Person person) {
        Map<String, String> role = new LinkedHashMap<>(Map.of("role", person.role()));
        Optional.ofNullable(tenantIds.get(person.tenant())).ifPresent(tenant -> role.put("tenant", tenant));
        operator.post(
                "/api/v1/users",
                Map.of("login", person.login(), "name", person.name(), "password", password, "roles", List.of(role)));
    }

    /** A one-time token for each node that has not joined yet; those that have know the portal. */
    void invite(Layout layout) {
        List<String> lines = new ArrayList<>();
        for (JsonNode node : operator.list("/api/v1/nodes")) {
            if (node.path("state").asText().equals("invited")) {
                JsonNode invitation = operator.post("/api/v1/nodes/" + id(node) + "/enrolment-tokens", Map.of());
                lines.add(node.path("name").asText() + " "
                        + invitation.path("token").asText());
            }
        }
        PrivateFile.write(layout.enrolmentTokens(), String.join("\n", lines) + "\n");
    }

    private Map<String, String> ids(String path) {
        return operator.list(path).stream()
                .collect(Collectors.toMap(item -> item.path("name").asText(), Scenery::id));
    }

    private static String id(JsonNode item) {
        return item.path("id").asText();
    }

    static void forgetInvitations(Layout layout) {
        try {
            Files.deleteIfExists(layout.enrolmentTokens());
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
