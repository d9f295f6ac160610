package dev.ibportal.e2e.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ibportal.demo.Rest;
import dev.ibportal.e2e.lab.Lab;
import dev.ibportal.e2e.lab.LabHost;
import dev.ibportal.e2e.line.Partition.Member;
import dev.ibportal.testing.RequiresTools;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Routes, rules and kernel settings through the whole line: said in the portal, there in the host's network namespace,
 * read back, repaired, and gone with the interface.
 */
@RequiresTools(
        value = {"ip", "opensm", "ibsim", "smpquery", "ping", "sysctl", "gcc"},
        root = true)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostSettingsLineIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    /** The daemon hears of links at once, of rules at its next look. */
    private static final Duration REPAIRED = Duration.ofSeconds(90);
    /** Behind one member of each partition. */
    private static final String FAR = "10.99.0.1";

    private Lab lab;
    private Line line;

    @BeforeAll
    void up(@TempDir Path folder) {
        lab = Lab.builder().hosts(4).management().up();
        line = Line.up(lab, folder);
    }

    @AfterAll
    void down() {
        if (line != null) {
            line.close();
        }
        if (lab != null) {
            lab.close();
        }
    }

    private static void settle(Partition partition, int version, Map<String, Object> settings) {
        partition
                .rest()
                .put("/api/v1/partitions/" + partition.id() + "/host-settings", "\"" + version + "\"", settings);
    }

    private static Map<String, Object> throughTheOther(String gateway) {
        return Map.of(
                "routes",
                List.of(Map.of("to", "0.0.0.0/0", "via", gateway)),
                "sourceRouting",
                true,
                "profile",
                "ipoib");
    }

    private static String sysctl(LabHost host, String key) {
        return host.run("sysctl", "-n", key).out().strip();
    }

    private static String wayFrom(LabHost host, String source) {
        JsonNode route = parse(host.run("ip", "-j", "route", "get", FAR, "from", source)
                .orThrow()
                .out());
        return route.get(0).path("dev").asText();
    }

    private static JsonNode parse(String json) {
        try {
            return new ObjectMapper().readTree(json);
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean reaches(LabHost host, String source) {
        return host.run("ping", "-n", "-c", "3", "-i", "0.2", "-W", "1", "-I", source, FAR)
                .ok();
    }

    @Test
    void twoInterfacesAnswerEachByItself() {
        LabHost host = lab.host(2);
        Line.Tenant tenant = line.tenant("amber", lab.host(2), lab.host(3), lab.host(4));
        Partition red = tenant.partition("red", "10.60.0.0/24");
        Partition blue = tenant.partition("blue", "10.61.0.0/24");
        settle(red, 0, throughTheOther("10.60.0.200"));
        settle(blue, 0, throughTheOther("10.61.0.200"));
        Member red2 = red.add(host, "full");
        Member blue2 = blue.add(host, "full");
        red.add(lab.host(3), "full");
        blue.add(lab.host(4), "full");
        red.awaitInSync();
        blue.awaitInSync();
        behind(lab.host(3), "10.60.0.200/24", red2.device());
        behind(lab.host(4), "10.61.0.200/24", blue2.device());

        assertThat(sysctl(host, "net/ipv4/conf/" + red2.device() + "/rp_filter"))
                .isEqualTo("2");
        assertThat(sysctl(host, "net/ipv4/conf/" + red2.device() + "/arp_ignore"))
                .isEqualTo("1");
        assertThat(sysctl(host, "net/ipv4/conf/" + red2.device() + "/arp_announce"))
                .isEqualTo("2");
        assertThat(wayFrom(host, red2.ip())).isEqualTo(red2.device());
        assertThat(wayFrom(host, blue2.ip())).isEqualTo(blue2.device());
        assertThat(reaches(host, red2.ip())).isTrue();
        assertThat(reaches(host, blue2.ip())).isTrue();

        lab.host(4).run("ip", "addr", "del", FAR + "/32", "dev", "lo").orThrow();
        assertThat(reaches(host, red2.ip())).as("red has its own way").isTrue();
        assertThat(reaches(host, blue2.ip())).as("blue does not borrow red's").isFalse();

        repairsARule(host, red2);
        goesWithItsInterface(host, red, red2);
    }

    private static void behind(LabHost host, String gateway, String device) {
        host.run("ip", "addr", "add", gateway, "dev", device).orThrow();
        host.run("ip", "addr", "add", FAR + "/32", "dev", "lo").orThrow();
        host.run("ip", "link", "set", "lo", "up").orThrow();
    }

    private static void repairsARule(LabHost host, Member member) {
        host.run("ip", "rule", "del", "from", member.ip() + "/32").orThrow();
        // Until the rule is back, there is no way at all and ip ends with an error.
        await().atMost(REPAIRED)
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .until(() -> wayFrom(host, member.ip()).equals(member.device()));
    }

    private static void goesWithItsInterface(LabHost host, Partition partition, Member member) {
        String ip = member.ip();
        member.remove();
        member.awaitAbsent();
        assertThat(host.run("ip", "rule").out()).doesNotContain("from " + ip);
        assertThat(host.run("ip", "route", "show", "table", "all").out()).doesNotContain("10.60.0.");
        assertThat(partition.members())
                .noneMatch(one -> one.path("node").path("name").asText().equals(host.name()));
    }

    @Test
    void aRouteOfThePartitionIsThereAndGoesWhenItIsNotWantedAnyMore() {
        LabHost host = lab.host(3);
        Partition green = line.tenant("green", host).partition("green", "10.62.0.0/24");
        Member member = green.add(host, "full");
        green.awaitInSync();
        settle(green, 0, Map.of("routes", List.of(Map.of("to", "10.97.0.0/16", "via", "10.62.0.200", "metric", 50))));
        await().atMost(SOON).until(() -> host.run("ip", "route").out().contains("10.97.0.0/16 via 10.62.0.200"));
        green.awaitInSync();
        assertThat(host.run("ip", "route").out())
                .contains("dev " + member.device())
                .contains("metric 50");

        settle(green, 1, Map.of());
        await().atMost(SOON).until(() -> !host.run("ip", "route").out().contains("10.97.0.0/16"));
        green.awaitInSync();
    }

    @Test
    void indexZeroIsRefusedWhereThisOpenSmWouldLoseAKey() {
        LabHost host = lab.host(4);
        Partition gold = line.tenant("gold", host).partition("gold", "10.63.0.0/24");

        assertThatExceptionOfType(Rest.Failure.class)
                .isThrownBy(() -> gold.add(host, Map.of("membership", "full", "index0", true)))
                .withMessageContaining("409")
                .withMessageContaining("keep_pkey_indexes");
        assertThat(gold.members()).isEmpty();
    }

    @Test
    void theInterfaceFollowsThePortWhenItsNameChangesOverNight() {
        LabHost host = lab.host(1);
        Partition white = line.tenant("white", host).partition("white", "10.64.0.0/24");
        Member member = white.add(host, "full");
        white.awaitInSync();
        String suffix = "." + white.pkey().substring(2);

        host.run("ip", "link", "set", "dev", "ib0", "down").orThrow();
        host.run("ip", "link", "set", "dev", "ib0", "name", "ibp59s0").orThrow();
        host.run("ip", "link", "set", "dev", "ibp59s0", "up").orThrow();

        await().atMost(SOON).until(() -> member.device().equals("ibp59s0" + suffix));
        white.awaitInSync();
        assertThat(host.addresses("ibp59s0" + suffix)).containsExactly(member.cidr());
        assertThat(host.link("ib0" + suffix)).isEmpty();
    }
}
