package dev.ibportal.e2e.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.options.ColorScheme;
import dev.ibportal.demo.Rest;
import dev.ibportal.testing.RequiresTools;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pages about hosts with something on them: plans with differences, settings, drift. Both languages, wide and narrow,
 * light and dark; nothing complains, nothing sticks out of the page, and the pictures are left for people to look at.
 */
@RequiresTools("chromium")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodeSightsIT {
    private static final String PASSWORD = "a password of my own";
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int WIDE = 1280;
    private static final int NARROW = 390;

    private Site site;
    private Rest operator;
    private final Map<String, String> nodes = new LinkedHashMap<>();
    private final Map<String, String> pages = new LinkedHashMap<>();

    /** Who looks, and how. */
    private record Eyes(String language, ColorScheme colours, int width) {
        String name() {
            return language + "-" + colours.name().toLowerCase(Locale.ROOT) + (width == WIDE ? "-wide" : "-narrow");
        }
    }

    @BeforeAll
    void start(@TempDir Path directory) {
        site = Site.start(directory);
        URI base = URI.create(site.base());
        Rest.withPassword(base, "admin", site.firstPassword())
                .put("/api/v1/me/password", Map.of("currentPassword", site.firstPassword(), "newPassword", PASSWORD));
        operator = Rest.logIn(base, "admin", PASSWORD, "sights");
        cluster();
        partition();
    }

    @AfterAll
    void stop() {
        if (site != null) {
            site.close();
        }
    }

    private static String id(JsonNode made) {
        return made.path("id").asText();
    }

    private void cluster() {
        for (String name : List.of("sm-1", "node-1", "node-2", "node-3", "node-4")) {
            List<String> roles = name.equals("sm-1") ? List.of("node", "subnet-manager") : List.of("node");
            nodes.put(name, id(operator.post("/api/v1/nodes", Map.of("name", name, "roles", roles))));
        }
        operator.post("/api/v1/fabrics", Map.of("name", "east", "smKind", "opensm", "smNode", "sm-1"));
        nodes.forEach((name, id) -> site.runJoinCommand(
                name,
                operator.post("/api/v1/nodes/" + id + "/enrolment-tokens", Map.of())
                        .path("command")
                        .asText()));
        nodes.forEach((name, id) -> await().atMost(SOON)
                .until(() -> !operator.get("/api/v1/nodes/" + id).path("ports").isEmpty()));
    }

    private void partition() {
        String tenant = id(operator.post("/api/v1/tenants", Map.of("name", "Aldermoor")));
        nodes.values().forEach(id -> operator.put("/api/v1/tenants/" + tenant + "/nodes/" + id, Map.of()));
        String partition = id(operator.post(
                "/api/v1/partitions", Map.of("tenant", tenant, "fabric", "east", "name", "weather", "ipMtu", 2044)));
        operator.post("/api/v1/pools", Map.of("partition", partition, "name", "hosts", "prefix", "10.77.4.0/24"));
        operator.put(
                "/api/v1/partitions/" + partition + "/host-settings",
                "\"0\"",
                Map.of(
                        "routes",
                        List.of(Map.of("to", "10.9.0.0/16", "via", "10.77.4.200", "metric", 50)),
                        "sourceRouting",
                        true,
                        "profile",
                        "ipoib"));
        operator.post(
                "/api/v1/partitions/" + partition + "/members/bulk",
                Map.of("nodes", List.of("node-1", "node-2", "node-3", "node-4"), "membership", "full"));
        awaitAll(partition, "in_sync");
        String node = nodes.get("node-1");
        operator.put("/api/v1/nodes/" + node + "/drift-policy", Map.of("policy", "report_only"));
        String port = operator.get("/api/v1/nodes/" + node).at("/ports/0/id").asText();
        operator.put(
                "/api/v1/nodes/" + node + "/ports/" + port + "/interface",
                "\"0\"",
                Map.of("addresses", List.of("10.20.0.11/16"), "transmitQueueLength", 2048, "profile", "ipoib"));
        pages.put("node", "/nodes/" + node);
        pages.put("plan", "/nodes/" + node + "/plan");
        pages.put("own-interface", "/nodes/" + node + "/ports/" + port + "/interface");
        pages.put("adopt", "/nodes/" + node + "/adopt");
        pages.put("partition-plan", "/partitions/" + partition + "/plan?ipMtu=1500");
        pages.put("partition-plan-refused", "/partitions/" + partition + "/plan?mode=connected&ipMtu=65520");
        pages.put("host-settings", "/partitions/" + partition + "/host");
        pages.put("tenant-drift", "/tenants/" + tenant + "/drift");
    }

    private void awaitAll(String partition, String state) {
        await().atMost(SOON)
                .until(() -> operator.list("/api/v1/partitions/" + partition + "/members").stream()
                        .allMatch(one -> one.at("/interface/state").asText().equals(state)));
    }

    @Test
    void everyPageAboutHostsIsFitToBeSeen() {
        try (Chromium chromium = new Chromium()) {
            for (Eyes eyes : List.of(
                    new Eyes("en", ColorScheme.LIGHT, WIDE),
                    new Eyes("zh-CN", ColorScheme.DARK, WIDE),
                    new Eyes("en", ColorScheme.DARK, NARROW),
                    new Eyes("zh-CN", ColorScheme.LIGHT, NARROW))) {
                look(chromium, eyes);
            }
        }
    }

    private void look(Chromium chromium, Eyes eyes) {
        try (Visitor visitor =
                new Visitor(chromium.browser(), site.base(), eyes.language(), eyes.colours(), eyes.width())) {
            visitor.open("/login");
            visitor.page().locator("[name=login]").fill("admin");
            visitor.page().locator("[name=password]").fill(PASSWORD);
            visitor.page().locator("form[action='/login'] button").last().click();
            pages.forEach((name, path) -> {
                visitor.open(path);
                visitor.page().locator("main details summary").all().forEach(summary -> summary.click());
                Object room = visitor.page()
                        .evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth");
                visitor.shoot("host-" + name + "-" + eyes.name());
                assertThat(room)
                        .as("%s %s sticks out of the page", name, eyes.name())
                        .isEqualTo(0);
            });
            assertThat(visitor.complaints()).isEmpty();
        }
    }
}
