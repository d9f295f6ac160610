package dev.ibportal.portal.ipam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItems;

import dev.ibportal.portal.testing.Browser;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A pool changes its shape under addresses that are taken, never past them. */
@QuarkusTest
class PoolChangesTest extends IpamTestBase {
    private ValidatableResponse patch(UUID pool, String body) {
        String path = "/api/v1/pools/" + pool;
        String etag = operator.api().get(path).header("ETag");
        return operator.api().header("If-Match", etag).body(body).patch(path).then();
    }

    @Test
    void nameGatewayRangesAndExclusionsCanBeChanged() {
        UUID pool = cluster.pool(tenant, partition, "10.77.1.0/24");
        cluster.ask(pool, Map.of("address", "10.77.1.20")).statusCode(201);

        patch(pool, """
                {"name":"front","gateway":"10.77.1.254","ranges":["10.77.1.10 - 10.77.1.30"],"exclusions":["10.77.1.11"]}""")
                .statusCode(200)
                .body("name", equalTo("front"))
                .body("gateway", equalTo("10.77.1.254"))
                .body("capacity", equalTo(20))
                .body("ranges[0].range", equalTo("10.77.1.10 - 10.77.1.30"));

        assertNothingLost(pool);
        cluster.ask(pool, Map.of()).statusCode(201).body("ip", equalTo("10.77.1.10"));
        cluster.ask(pool, Map.of()).statusCode(201).body("ip", equalTo("10.77.1.12"));
        patch(pool, "{\"ranges\":[],\"exclusions\":null,\"gateway\":null}")
                .statusCode(200)
                .body("capacity", equalTo(254));
        assertNothingLost(pool);
        assertThat(world.count("audit_event", "action = 'pool.update'")).isEqualTo(2);
    }

    /** Of the forms on the page only one was refused. */
    @Test
    void theOtherFormsOfARefusedPageStayAsTheyWere() {
        UUID pool = cluster.pool(tenant, partition, "10.77.1.0/24");
        Browser root = Browser.of("root");
        Document page = root.get("/pools/" + pool);
        assertThat(page.select("#f-count").val()).isEqualTo("10");

        Document refused = Browser.parse(root.send(page, "form:has(#f-address)", Map.of("address", "10.9.9.9")));

        assertThat(refused.select("#f-address").val()).isEqualTo("10.9.9.9");
        assertThat(refused.select("#error-summary h2").text()).isEqualTo("The entries could not be saved");
        assertThat(refused.select("#f-count").val()).isEqualTo("10");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"gateway":"10.77.1.20"}                    | 10.77.1.20
            {"ranges":["10.77.1.30 - 10.77.1.40"]}      | 10.77.1.20
            {"exclusions":["10.77.1.16/28"]}            | 10.77.1.20
            """)
    void aTakenAddressIsNotLeftOutside(String body, String taken) {
        UUID pool = cluster.pool(tenant, partition, "10.77.1.0/24");
        cluster.ask(pool, Map.of("address", taken)).statusCode(201);

        patch(pool, body)
                .statusCode(409)
                .body("type", equalTo("urn:ibportal:fault:addresses-taken"))
                .body("detail", containsString(taken));

        assertNothingLost(pool);
    }

    @Test
    void aChangeForAnOldVersionIsRefused() {
        UUID pool = cluster.pool(tenant, partition, "10.77.1.0/24");
        operator.api()
                .header("If-Match", "\"7\"")
                .body("{\"name\":\"x\"}")
                .patch("/api/v1/pools/" + pool)
                .then()
                .statusCode(412);
        operator.api()
                .body("{\"name\":\"x\"}")
                .patch("/api/v1/pools/" + pool)
                .then()
                .statusCode(428);
    }

    @Test
    void allThatIsWrongIsToldAtOnceAndAtItsField() {
        operator.apiFor(tenant)
                .body(Map.of(
                        "partition",
                        partition.toString(),
                        "name",
                        "p",
                        "prefix",
                        "10.77.1.0/24",
                        "gateway",
                        "10.99.0.1",
                        "ranges",
                        List.of("10.77.2.1 - 10.77.2.9", "nonsense"),
                        "exclusions",
                        List.of("10.78.0.0/16")))
                .post("/api/v1/pools")
                .then()
                .statusCode(422)
                .body("errors.field", hasItems("gateway", "ranges", "exclusions"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            169.254.0.0/16     | link-local
            169.254.7.0/24     | link-local
            169.0.0.0/8        | link-local
            fe80::/64          | link-local
            127.0.0.0/8        | loopback
            ::1/128            | loopback
            0.0.0.0/8          | this network
            ::/128             | unspecified
            224.1.0.0/16       | multicast
            ff02::/16          | multicast
            255.255.255.255/32 | broadcast
            """)
    void whatNoInterfaceCanHaveIsNoPool(String prefix, String reason) {
        operator.apiFor(tenant)
                .body(Map.of("partition", partition.toString(), "name", "p", "prefix", prefix))
                .post("/api/v1/pools")
                .then()
                .statusCode(422)
                .body("errors[0].field", equalTo("prefix"))
                .body("errors[0].message", containsString(reason));
    }

    @Test
    void thePageShowsWhatThereIsAndKeepsWhatWasRefused() {
        UUID pool = cluster.pool(tenant, partition, "10.77.1.0/24", Map.of("exclusions", List.of("10.77.1.5")));
        Browser root = Browser.of("root");
        Document form = root.get("/pools/" + pool + "/edit");
        assertThat(form.select("#f-exclusions").text()).contains("10.77.1.5");

        Document refused = Browser.parse(root.send(form, "form.box", Map.of("gateway", "10.1.1.1", "name", "back")));
        assertThat(refused.select("#e-gateway").text()).contains("10.1.1.1");
        assertThat(refused.select("#f-name").val()).isEqualTo("back");
        assertThat(root.send(form, "form.box", Map.of("gateway", "10.77.1.1", "name", "back"))
                        .statusCode())
                .isEqualTo(303);
        assertThat(world.string("SELECT name FROM pool")).isEqualTo("back");
    }
}
