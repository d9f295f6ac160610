package dev.ibportal.portal.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.testing.Browser;
import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

/** On the pages, three rows each, following their own links. */
@QuarkusTest
class C24ListsInOrderOfValueTest {
    @Inject
    World world;

    @Test
    void addressesPrefixesAndPKeysAreOrderedByValue() {
        world.reset();
        UUID tenant = world.tenant("Aldermoor");
        Cluster cluster = new Cluster(world.operator("olga"));
        UUID fabric = cluster.fabric("east");
        UUID first = cluster.partition(tenant, fabric, "a", "0x8010");
        UUID second = cluster.partition(tenant, fabric, "b", "0x800a");
        cluster.partition(tenant, fabric, "c", "0xfffe");
        cluster.partition(tenant, fabric, "d", "0x8009");
        cluster.pool(tenant, first, "10.77.0.0/24");
        cluster.pool(tenant, second, "10.77.0.0/16");
        cluster.pool(tenant, first, "10.8.0.0/16");
        UUID four = cluster.pool(tenant, second, "9.255.255.0/24");
        UUID six = cluster.pool(tenant, second, "fd00:77::/64");
        Browser olga = Browser.of("olga");

        assertOrder(olga, "/partitions", "pkey", "tbody td.mono", List.of("0x8009", "0x800a", "0x8010", "0xfffe"));
        assertOrder(
                olga,
                "/pools",
                "prefix",
                "tbody th",
                List.of("9.255.255.0/24", "10.8.0.0/16", "10.77.0.0/16", "10.77.0.0/24", "fd00:77::/64"));
        for (String ip : List.of("fd00:77::10", "fd00:77::9", "fd00:77::a")) {
            cluster.ask(six, Map.of("address", ip)).statusCode(201);
        }
        assertOrder(olga, "/pools/" + six, "ip", "tbody th", List.of("fd00:77::9", "fd00:77::a", "fd00:77::10"));
        for (String ip : List.of("9.255.255.100", "9.255.255.9", "9.255.255.254", "9.255.255.10")) {
            cluster.ask(four, Map.of("address", ip)).statusCode(201);
        }
        assertOrder(
                olga,
                "/pools/" + four,
                "ip",
                "tbody th",
                List.of("9.255.255.9", "9.255.255.10", "9.255.255.100", "9.255.255.254"));
    }

    private static void assertOrder(Browser browser, String path, String sort, String cells, List<String> wanted) {
        assertThat(walk(browser, path + "?rows=3&sort=" + sort, cells)).containsExactlyElementsOf(wanted);
        List<String> reverse = new ArrayList<>(wanted);
        java.util.Collections.reverse(reverse);
        assertThat(walk(browser, path + "?rows=3&sort=-" + sort, cells)).containsExactlyElementsOf(reverse);
    }

    private static List<String> walk(Browser browser, String from, String cells) {
        List<String> seen = new ArrayList<>();
        String next = from;
        while (!next.isEmpty()) {
            Document page = browser.get(next);
            List<String> here = page.select(cells).eachText();
            assertThat(here).hasSizeLessThanOrEqualTo(3);
            seen.addAll(here);
            next = page.select("a[rel=next]").stream()
                    .findFirst()
                    .map((Element link) -> link.attr("href"))
                    .orElse("");
        }
        return seen;
    }
}
