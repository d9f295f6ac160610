package dev.ibportal.portal.testing;

import dev.ibportal.portal.testing.World.Person;
import io.restassured.RestAssured;
import io.restassured.response.ValidatableResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/** Puts fabrics, nodes, partitions and pools in place through the API, as an operator. */
public final class Cluster {
    private final Person operator;

    public Cluster(Person operator) {
        RestAssured.enableLoggingOfRequestAndResponseIfValidationFails();
        this.operator = operator;
    }

    public UUID fabric(String name) {
        return made("/api/v1/fabrics", null, Map.of("name", name));
    }

    /** A node without ports. */
    public UUID node(String name) {
        return made("/api/v1/nodes", null, Map.of("name", name));
    }

    /** A node with one port on the fabric, granted to the tenant. */
    public UUID node(String name, UUID fabric, String guid, UUID tenant) {
        UUID node = node(name);
        port(node, fabric, guid);
        grant(tenant, node);
        return node;
    }

    public void port(UUID node, UUID fabric, String guid) {
        operator.api()
                .body(Map.of("guid", guid, "fabric", fabric.toString()))
                .post("/api/v1/nodes/{id}/ports", node)
                .then()
                .statusCode(201);
    }

    /** The id of the first port of a node. */
    public String port(UUID node) {
        return operator.api()
                .get("/api/v1/nodes/{id}", node)
                .then()
                .statusCode(200)
                .extract()
                .path("ports[0].id");
    }

    public void grant(UUID tenant, UUID node) {
        operator.api()
                .put("/api/v1/tenants/{tenant}/nodes/{node}", tenant, node)
                .then()
                .statusCode(204);
    }

    public UUID partition(UUID tenant, UUID fabric, String name) {
        return made("/api/v1/partitions", tenant, Map.of("fabric", fabric.toString(), "name", name));
    }

    public UUID partition(UUID tenant, UUID fabric, String name, String pkey) {
        return made("/api/v1/partitions", tenant, Map.of("fabric", fabric.toString(), "name", name, "pkey", pkey));
    }

    public UUID pool(UUID tenant, UUID partition, String prefix) {
        return pool(tenant, partition, prefix, Map.of());
    }

    public UUID pool(UUID tenant, UUID partition, String prefix, Map<String, Object> more) {
        Map<String, Object> form = new LinkedHashMap<>(more);
        form.put("partition", partition.toString());
        form.put("name", prefix);
        form.put("prefix", prefix);
        return made("/api/v1/pools", tenant, form);
    }

    /** Asks for an address; {@code null} values are left out by leaving them out of the map. */
    public ValidatableResponse ask(UUID pool, Map<String, Object> form) {
        return operator.api()
                .body(form)
                .post("/api/v1/pools/{id}/addresses", pool)
                .then();
    }

    public ValidatableResponse member(UUID partition, Map<String, Object> form) {
        return operator.api()
                .body(form)
                .post("/api/v1/partitions/{id}/members", partition)
                .then();
    }

    private UUID made(String path, @org.jspecify.annotations.Nullable UUID tenant, Map<String, Object> form) {
        var request = tenant == null ? operator.api() : operator.apiFor(tenant);
        String id =
                request.body(form).post(path).then().statusCode(201).extract().path("id");
        return UUID.fromString(id);
    }
}
