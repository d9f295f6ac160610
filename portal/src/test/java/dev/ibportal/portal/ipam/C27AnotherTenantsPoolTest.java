package dev.ibportal.portal.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** As the admin of Brackwater with the id of a pool of Aldermoor: every call is refused as if there was no such pool. */
@QuarkusTest
class C27AnotherTenantsPoolTest {
    @Inject
    World world;

    private UUID aldermoor = UUID.randomUUID();
    private UUID pool = UUID.randomUUID();
    private String address = "";
    private Person admin;

    @BeforeEach
    void twoTenants() {
        world.reset();
        Cluster cluster = new Cluster(world.operator("root"));
        aldermoor = world.tenant("Aldermoor");
        UUID brackwater = world.tenant("Brackwater");
        admin = world.tenantAdmin("bea", brackwater);
        UUID partition = cluster.partition(aldermoor, cluster.fabric("east"), "weather");
        pool = cluster.pool(aldermoor, partition, "10.77.0.0/24");
        address = cluster.ask(pool, Map.of()).statusCode(201).extract().path("id");
    }

    /** What the caller is told, without the id and without the number of the request. */
    private static String told(Response answer, Object id) {
        return answer.statusCode() + " "
                + answer.asString()
                        .replace(id.toString(), "ID")
                        .replace(String.valueOf(answer.header("X-Request-Id")), "REQUEST")
                        .replaceAll("name=\"csrf-token\" value=\"[^\"]*\"", "CSRF")
                        .replaceAll("data-now=\"[^\"]*\"", "NOW");
    }

    private void refusedAlike(String method, String kind, Object id, Function<String, Response> call) {
        world.execute("SELECT 1");
        UUID nobodys = UUID.randomUUID();
        Response theirs = call.apply(id.toString());
        Response none = call.apply(nobodys.toString());

        assertThat(theirs.statusCode()).isEqualTo(404);
        assertThat(told(theirs, id)).isEqualTo(told(none, nobodys));
        for (Response answer : List.of(theirs, none)) {
            String denied = world.string(
                    "SELECT actor_name || ' ' || action || ' ' || object_kind || ' ' || object_id || ' ' || outcome"
                            + " FROM audit_event WHERE request_id = ?::uuid",
                    answer.header("X-Request-Id"));
            Object tried = answer == theirs ? id : nobodys;
            assertThat(denied).isEqualTo("bea request." + method + " " + kind + " " + tried + " denied");
        }
        assertThat(world.count("address", "true")).as("used count").isEqualTo(1);
        assertThat(world.count("address", "removed_at IS NOT NULL")).isZero();
    }

    @Test
    void byTheApi() {
        refusedAlike("get", "pool", pool, id -> admin.api().get("/api/v1/pools/" + id));
        refusedAlike("get", "pool", pool, id -> admin.api().get("/api/v1/pools/" + id + "/addresses"));
        refusedAlike("post", "pool", pool, id -> admin.api().body(Map.of()).post("/api/v1/pools/" + id + "/addresses"));
        refusedAlike(
                "post",
                "pool",
                pool,
                id -> admin.api().body(Map.of("count", 2)).post("/api/v1/pools/" + id + "/addresses/bulk"));
        refusedAlike("delete", "address", address, id -> admin.api().delete("/api/v1/addresses/" + id));
        refusedAlike(
                "get",
                "tenant",
                aldermoor,
                id -> admin.api().accept("text/csv").get("/api/v1/audit-events?tenant=" + id));
    }

    @Test
    void byWebForm() {
        Browser browser = Browser.of("bea");
        refusedAlike("get", "pool", pool, id -> browser.open("/pools/" + id));
        refusedAlike("post", "pool", pool, id -> browser.post("/pools/" + id, Map.of("note", "mine")));
        refusedAlike("get", "address", address, id -> browser.open("/addresses/" + id + "/release"));
        refusedAlike("post", "address", address, id -> browser.post("/addresses/" + id + "/release", Map.of()));
        refusedAlike("get", "tenant", aldermoor, id -> browser.open("/audit/export.csv?tenant=" + id));
    }
}
