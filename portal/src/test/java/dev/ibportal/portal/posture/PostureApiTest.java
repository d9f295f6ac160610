package dev.ibportal.portal.posture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class PostureApiTest {
    private static final String GUID = "0x0002c90300000001";

    @Inject
    World world;

    private Person olga;
    private UUID tenant = UUID.randomUUID();
    private UUID fabric = UUID.randomUUID();

    @BeforeEach
    void oneMember() {
        world.reset();
        olga = world.operator("olga");
        tenant = world.tenant("Aldermoor");
        Cluster cluster = new Cluster(olga);
        fabric = cluster.fabric("east");
        cluster.node("n1", fabric, GUID, tenant);
        UUID partition = cluster.partition(tenant, fabric, "weather");
        cluster.member(partition, Map.of("node", "n1", "membership", "full")).statusCode(201);
    }

    private String path(String what) {
        return "/api/v1/fabrics/" + fabric + "/" + what;
    }

    private void table(String pkeys) {
        world.execute(
                "INSERT INTO port_fabric_view (port_id, seen_at, pkeys) SELECT id, now(), ?::integer[] FROM port"
                        + " ON CONFLICT (port_id) DO UPDATE SET pkeys = excluded.pkeys",
                pkeys);
    }

    @Test
    void differencesAreToldByKind() {
        olga.api().get(path("divergence")).then().statusCode(200).body("counts.NOT_KNOWN", is(1));
        table("{65535,36869}");

        var told = olga.api()
                .get(path("divergence"))
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();

        assertThat(told.getList("items.kind")).containsExactly("MISSING", "UNEXPECTED");
        assertThat(told.getList("items.pkey")).containsExactly("0x8001", "0x9005");
        assertThat(told.getList("items.node")).containsExactly("n1", "n1");
        olga.api()
                .get(path("divergence?kind=unexpected"))
                .then()
                .statusCode(200)
                .body("items.pkey", contains("0x9005"));
        olga.api().get(path("divergence?kind=odd")).then().statusCode(422).body("detail", containsString("UNEXPECTED"));
    }

    @Test
    void postureNamesWhoIsAFullMemberOfTheDefaultPartition() {
        table("{65535,32769}");

        var told =
                olga.api().get(path("posture")).then().statusCode(200).extract().jsonPath();

        assertThat(told.getList("checks.kind"))
                .containsExactly("sm-key", "sm-key", "sm-key", "default-partition", "managers", "guids", "one-fabric");
        assertThat(told.getString("checks.find { it.kind == 'default-partition' }.verdict"))
                .isEqualTo("BAD");
        assertThat(told.getString("checks.find { it.kind == 'default-partition' }.detail"))
                .contains("n1");
        assertThat(told.getString("checks.find { it.kind == 'managers' }.verdict"))
                .isEqualTo("UNKNOWN");
    }

    @Test
    void othersAreNotATenantsToSee() {
        Person ada = world.tenantAdmin("ada", tenant);

        ada.api().get(path("posture")).then().statusCode(404);
        ada.api().get(path("divergence")).then().statusCode(404);
        Browser.of("ada").open("/fabrics/" + fabric + "/posture").then().statusCode(404);
        world.auditor("audrey", null).api().get(path("posture")).then().statusCode(200);
    }

    @Test
    void anExportIsInTheLog() {
        Browser.of("olga")
                .open("/fabrics/" + fabric + "/posture/export")
                .then()
                .statusCode(200)
                .body(containsString("default-partition"));

        assertThat(world.strings("SELECT actor_name FROM audit_event WHERE action = 'posture.export'"))
                .containsExactly("olga");
    }
}
