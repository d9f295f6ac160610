package dev.ibportal.portal.foundconf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class FoundConfTest {
    private static final String TEXT = """
            # by hand
            Default=0x7fff,ipoib: ALL=limited, SELF=full;
            red=0x0021,ipoib:
            0x0002c90300000001=full,
            0x0002c90300000002=Full,
            0x0002c903000000ff=full,
            0x0002c90300000003=limited;
            old=0x0031: 0x0002c90300000001=full;
            """;

    @Inject
    World world;

    private Person olga;
    private UUID tenant = UUID.randomUUID();
    private UUID fabric = UUID.randomUUID();

    @BeforeEach
    void aFabricWithTwoPortsAndAnother() {
        world.reset();
        olga = world.operator("olga");
        tenant = world.tenant("Aldermoor");
        Cluster cluster = new Cluster(olga);
        fabric = cluster.fabric("east");
        cluster.node("n1", fabric, "0x0002c90300000001", tenant);
        cluster.node("n2", fabric, "0x0002c90300000002", tenant);
        cluster.node("n3", cluster.fabric("west"), "0x0002c90300000003", tenant);
        cluster.partition(tenant, fabric, "taken", "0x8031");
    }

    private Map<String, Object> form() {
        return new HashMap<>(Map.of("text", TEXT, "tenant", tenant.toString()));
    }

    private String path(String what) {
        return "/api/v1/fabrics/" + fabric + "/found-conf/" + what;
    }

    @Test
    void eachLineHasAVerdictAndNothingIsChanged() {
        olga.api()
                .body(form())
                .post(path("preview"))
                .then()
                .statusCode(200)
                .body("everyPort", is("limited"))
                .body("lines[0].verdict", is("NOTHING"))
                .body("lines[1].verdict", is("TAKEN"))
                .body("lines[3].verdict", is("TAKEN"))
                .body("lines[4].verdict", is("DOUBTFUL"))
                .body("lines[4].reasons.code", hasItem("silently-limited"))
                .body("lines[5].verdict", is("REFUSED"))
                .body("lines[5].reasons.code", hasItem("foreign-port"))
                .body("lines[6].reasons.text", hasItem(containsString("on fabric west, and named here on fabric east")))
                .body("lines[7].reasons.code", hasItem("pkey-taken"))
                .body("partitions[0].pkey", is("0x8021"))
                .body("partitions[0].refusal", nullValue())
                .body("partitions[1].refusal.text", containsString("0x8031 already exists (taken, tenant Aldermoor)"));

        assertThat(world.count("partition", "true")).isOne();
    }

    @Test
    void whatWasShownIsTakenAndNothingElse() {
        olga.api().body(form()).post(path("take")).then().statusCode(409);
        String digest = olga.api().body(form()).post(path("preview")).path("digest");
        Map<String, Object> form = form();
        form.put("digest", digest);

        olga.api()
                .body(form)
                .post(path("take"))
                .then()
                .statusCode(200)
                .body("partitions[0].members", is(2))
                .body("partitions[1].id", nullValue());

        assertThat(
                        world.strings(
                                "SELECT o.guid || ' ' || m.membership FROM membership m JOIN port o ON o.id = m.port_id"
                                        + " JOIN partition p ON p.id = m.partition_id WHERE p.name = 'red' AND p.pkey = 33 ORDER BY 1"))
                .containsExactly("0x0002c90300000001 full", "0x0002c90300000002 limited");
        olga.api().body(form).post(path("take")).then().statusCode(409);
    }

    @Test
    void aFileIsReplacedOnlyByWhoTypesTheNameOfTheFabric() {
        olga.api().body(Map.of("confirm", "west")).post(path("replace")).then().statusCode(422);
        assertThat(world.count("fabric", "replaces_found")).isZero();

        olga.api().body(Map.of("confirm", "east")).post(path("replace")).then().statusCode(204);

        assertThat(world.strings("SELECT name FROM fabric WHERE replaces_found"))
                .containsExactly("east");
        assertThat(world.count("audit_event", "action = 'found-conf.replace'")).isOne();
    }

    @Test
    void thePageShowsTheSame() {
        Browser browser = Browser.of("olga");
        String path = "/fabrics/" + fabric + "/found-conf";
        Response answer = browser.send(
                browser.get(path), "form[action$=found-conf]", Map.of("tenant", tenant.toString(), "text", TEXT));

        assertThat(Browser.parse(answer).text())
                .contains(
                        "0x8021",
                        "exists already: taken, tenant Aldermoor",
                        "No port 0x0002c903000000ff is registered");
    }
}
