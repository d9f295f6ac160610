package dev.ibportal.portal.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@QuarkusTest
class C24ListsByValueTest extends IpamTestBase {
    @Test
    void addresses() {
        UUID v4 = cluster.pool(tenant, partition, "10.77.0.0/24");
        UUID low = cluster.pool(tenant, partition, "9.255.255.0/24");
        UUID v6 = cluster.pool(tenant, partition, "fd00:77::/64");
        List.of("10.77.0.10", "10.77.0.9", "10.77.0.100").forEach(ip -> give(v4, ip));
        give(low, "9.255.255.254");
        List.of("fd00:77::10", "fd00:77::9", "fd00:77::a").forEach(ip -> give(v6, ip));

        assertOrder(
                "/api/v1/addresses",
                "ip",
                "items.ip",
                List.of(
                        "9.255.255.254",
                        "10.77.0.9",
                        "10.77.0.10",
                        "10.77.0.100",
                        "fd00:77::9",
                        "fd00:77::a",
                        "fd00:77::10"));
    }

    private void give(UUID pool, String ip) {
        cluster.ask(pool, Map.of("address", ip)).statusCode(201);
    }

    @Test
    void prefixes() {
        // Overlapping prefixes live in different partitions.
        UUID other = cluster.partition(tenant, fabric, "aldermoor-b");
        cluster.pool(tenant, partition, "10.77.0.0/24");
        cluster.pool(tenant, other, "10.77.0.0/16");
        cluster.pool(tenant, partition, "10.8.0.0/16");

        assertOrder("/api/v1/pools", "prefix", "items.prefix", List.of("10.8.0.0/16", "10.77.0.0/16", "10.77.0.0/24"));
    }

    @Test
    void pkeys() {
        operator.api().delete("/api/v1/partitions/{id}", partition).then().statusCode(202);
        world.execute("UPDATE partition_status SET state = 'released'");
        for (String pkey : List.of("0x8010", "0x800a", "0xfffe", "0x8009")) {
            cluster.partition(tenant, fabric, "p " + pkey, pkey);
        }

        assertOrder("/api/v1/partitions", "pkey", "items.pkey", List.of("0x8009", "0x800a", "0x8010", "0xfffe"));
    }

    private void assertOrder(String path, String sort, String field, List<String> expected) {
        assertThat(pages(path, sort, field)).isEqualTo(expected);
        assertThat(pages(path, "-" + sort, field)).isEqualTo(reversed(expected));
    }

    private static List<String> reversed(List<String> list) {
        List<String> reverse = new ArrayList<>(list);
        Collections.reverse(reverse);
        return reverse;
    }

    private List<String> pages(String path, String sort, String field) {
        List<String> all = new ArrayList<>();
        String cursor = null;
        do {
            JsonPath page = page(path, sort, cursor);
            List<String> items = page.getList(field, String.class);
            assertThat(items.size()).isBetween(1, 3);
            all.addAll(items);
            cursor = page.getString("next");
        } while (cursor != null);
        return all;
    }

    private JsonPath page(String path, String sort, @Nullable String cursor) {
        var request = operator.api().queryParam("limit", 3).queryParam("sort", sort);
        return (cursor == null ? request : request.queryParam("cursor", cursor))
                .get(path)
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
    }
}
