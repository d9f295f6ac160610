package dev.ibportal.portal.ipam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class C03OneIpv6AddressManySpellingsTest extends IpamTestBase {
    private UUID pool = new UUID(0, 0);

    @BeforeEach
    void givenToN101() {
        cluster.node("n101", fabric, "0x02a1f00300000101", tenant);
        cluster.node("n102", fabric, "0x02a1f00300000102", tenant);
        pool = cluster.pool(tenant, partition, "fd00:0077:0000:0005::/64");
        cluster.ask(pool, Map.of("address", "FD00:77:0:5:0:0:0:A", "node", "n101"))
                .statusCode(201)
                .body("ip", equalTo("fd00:77:0:5::a"))
                .body("cidr", equalTo("fd00:77:0:5::a/64"));
    }

    @Test
    void shownInOneForm() {
        operator.api().get("/api/v1/pools/{id}", pool).then().body("prefix", equalTo("fd00:77:0:5::/64"));
        operator.api()
                .get("/api/v1/pools/{id}/addresses", pool)
                .then()
                .body("items.ip", equalTo(List.of("fd00:77:0:5::a")));
        assertThat(world.strings("SELECT object_name FROM audit_event WHERE action = 'address.allocate'"))
                .containsExactly("fd00:77:0:5::a");
    }

    @Test
    void takenInEverySpelling() {
        for (String spelling :
                List.of("fd00:77:0:5::a", "fd00:0077:0000:0005:0000:0000:0000:000a", "fd00:77:0:5::0.0.0.10")) {
            cluster.ask(pool, Map.of("address", spelling, "node", "n102"))
                    .statusCode(409)
                    .body("detail", containsString("in use by n101"));
        }
        assertThat(world.count("address", "true")).isOne();
        assertThat(world.count("audit_event", "action = 'address.allocate'")).isOne();
    }

    @Test
    void theSamePrefixOverlapsHoweverItIsWritten() {
        operator.apiFor(tenant)
                .body(Map.of("partition", partition.toString(), "name", "again", "prefix", "fd00:77::5:0:0:0:0/64"))
                .post("/api/v1/pools")
                .then()
                .statusCode(409)
                .body("detail", containsString("overlaps fd00:77:0:5::/64"));
        assertThat(world.count("pool", "true")).isOne();
    }

    @Test
    void foundInEverySpelling() {
        operator.api()
                .queryParam("search", "fd00:77:0:5:0::a")
                .get("/api/v1/addresses")
                .then()
                .body("items", hasSize(1))
                .body("items[0].ip", equalTo("fd00:77:0:5::a"))
                .body("items[0].node.name", equalTo("n101"));
    }
}
