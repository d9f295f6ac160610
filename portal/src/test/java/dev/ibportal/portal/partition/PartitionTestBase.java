package dev.ibportal.portal.partition;

import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;

/** An operator, a tenant with an admin, a partition, and two nodes of the tenant. */
@SuppressWarnings("NullAway.Init")
abstract class PartitionTestBase {
    @Inject
    World world;

    Person operator;
    Person admin;
    Cluster cluster;
    UUID tenant;
    UUID fabric;
    UUID partition;
    UUID n101;
    UUID n102;

    @BeforeEach
    void emptyWorld() {
        world.reset();
        operator = world.operator("root");
        cluster = new Cluster(operator);
        tenant = world.tenant("Aldermoor");
        admin = world.tenantAdmin("ada", tenant);
        fabric = cluster.fabric("ib");
        partition = cluster.partition(tenant, fabric, "aldermoor-a");
        n101 = cluster.node("n101", fabric, "0x02a1f00300000101", tenant);
        n102 = cluster.node("n102", fabric, "0x02a1f00300000102", tenant);
    }

    ValidatableResponse add(Map<String, Object> form) {
        return admin.api()
                .body(form)
                .post("/api/v1/partitions/{id}/members", partition)
                .then();
    }

    String etag(String path) {
        return admin.api().get(path).then().statusCode(200).extract().header("ETag");
    }

    ValidatableResponse patch(String path, String body) {
        return admin.api().header("If-Match", etag(path)).body(body).patch(path).then();
    }

    String partitionPath() {
        return "/api/v1/partitions/" + partition;
    }

    String memberPath(String id) {
        return partitionPath() + "/members/" + id;
    }
}
