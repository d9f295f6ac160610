package dev.ibportal.e2e.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.e2e.lab.Lab;
import dev.ibportal.e2e.lab.LabHost;
import dev.ibportal.e2e.lab.Ran;
import dev.ibportal.e2e.line.Partition.Member;
import dev.ibportal.testing.RequiresTools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * What happens to hosts in the course of a year: a change cuts them off, a card is moved or swapped, they reboot, they leave.
 * Real daemons under a real portal, each test on a host of its own.
 */
@RequiresTools(
        value = {"ibsim", "opensm", "smpquery", "ip", "nsenter", "unshare", "python3", "gcc", "ifup", "nft"},
        root = true)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodeLifeIT {
    private static final System.Logger LOG = System.getLogger(NodeLifeIT.class.getName());
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration DEAD_MAN = Duration.ofSeconds(6);
    private static final int VIA_THE_FABRIC = 2;
    private static final int MOVED = 3;
    private static final int STAYING = 4;
    private static final int GOING = 5;
    private static final int WITHOUT_NETWORK_SERVICE = 6;
    private static final int OWN = 7;

    private Lab lab;
    private Line line;

    @BeforeAll
    void up(@TempDir Path folder) {
        lab = Lab.builder()
                .hosts(OWN)
                .bystanders(1)
                .keptBy(WITHOUT_NETWORK_SERVICE, Lab.Keeper.SYSTEMD)
                .management()
                .up();
        line = Line.up(lab, folder, Map.of("portal.dead-man", DEAD_MAN.toSeconds() + "s"));
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

    private static void tell(String what, Object... values) {
        LOG.log(System.Logger.Level.INFO, () -> String.format(Locale.ROOT, what, values));
    }

    /** Until then; tells how long it took. */
    private static void measured(String what, Runnable assertion) {
        long begun = System.nanoTime();
        await().atMost(SOON)
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptions()
                .untilAsserted(assertion::run);
        tell("%s after %d ms", what, (System.nanoTime() - begun) / 1_000_000);
    }

    private static String files(LabHost host) {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> all = Files.walk(host.root().resolve("etc"))) {
            for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
                text.append(host.root().relativize(file)).append('\n').append(Files.readString(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private Partition partition(String name, String prefix, int... hosts) {
        LabHost[] granted = Arrays.stream(hosts).mapToObj(lab::host).toArray(LabHost[]::new);
        return line.tenant(name, granted).partition(name, prefix);
    }

    private static void assertInSync(Member member) {
        assertThat(member.interfaceState()).as(() -> member.view().toString()).isEqualTo("in_sync");
    }

    @Test
    void aChangeThatCutsTheOwnWayToThePortalIsTakenBackAndTold() {
        LabHost host = lab.host(VIA_THE_FABRIC);
        Partition way = partition("way", "10.72.0.0/24", 1, VIA_THE_FABRIC);
        Member router = way.add(lab.host(1), "full");
        Member member = way.add(host, "full");
        way.awaitInSync();
        leadOverTheFabric(host, member, router);

        long begun = System.nanoTime();
        settle(way, 0, Map.of("to", lab.managementAddress() + "/32", "via", "10.72.0.99", "metric", 5));
        await().atMost(SOON)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> host.run("ip", "route").out().contains("via 10.72.0.99"));
        tell("the line is cut after %d ms", (System.nanoTime() - begun) / 1_000_000);
        assertThat(host.run("ping", "-c", "1", "-W", "1", lab.managementAddress())
                        .ok())
                .as("the portal is out of reach")
                .isFalse();

        measured(
                "the route is gone again",
                () -> assertThat(host.run("ip", "route").out()).doesNotContain("10.72.0.99"));
        measured("the portal knows of it", () -> {
            JsonNode events = line.operator().get("/api/v1/audit-events?action=node.roll-back");
            assertThat(events.path("items").toString()).contains(host.name(), "the way to the portal runs over");
        });
        measured(
                "shown at the member",
                () -> assertThat(member.view().toString()).contains("the way to the portal runs over"));
        assertThat(line.operator()
                        .get("/api/v1/nodes/" + line.node(host) + "/journal")
                        .toString())
                .contains("rolled_back", "the way to the portal runs over");

        settle(way, 1, Map.of("to", "10.98.0.0/16", "via", router.ip()));
        way.awaitInSync();
        assertThat(host.run("ip", "route").out()).contains("10.98.0.0/16").doesNotContain("10.72.0.99");
    }

    /** By hand: packets to the portal start on the IPoIB interface and pass through another host. */
    private void leadOverTheFabric(LabHost host, Member member, Member router) {
        LabHost between = lab.host(1);
        between.run("sysctl", "-w", "net.ipv4.ip_forward=1").orThrow();
        between.run("nft", "add table ip nat").orThrow();
        between.run("nft", "add chain ip nat post { type nat hook postrouting priority 100 ; }")
                .orThrow();
        between.run("nft", "add rule ip nat post oifname \"mgmt0\" masquerade").orThrow();
        host.run(
                        "ip",
                        "route",
                        "add",
                        lab.managementAddress() + "/32",
                        "via",
                        router.ip(),
                        "dev",
                        member.device(),
                        "metric",
                        "100")
                .orThrow();
        host.run("ip", "addr", "flush", "dev", "mgmt0").orThrow();
        await().atMost(SOON).untilAsserted(() -> {
            assertThat(line.operator()
                            .get("/api/v1/nodes/" + line.node(host))
                            .path("state")
                            .asText())
                    .isEqualTo("online");
            assertThat(host.run("ss", "-tn").out()).contains(member.ip() + "]:");
        });
    }

    private static void settle(Partition partition, int version, Map<String, Object> route) {
        partition
                .rest()
                .put(
                        "/api/v1/partitions/" + partition.id() + "/host-settings",
                        "\"" + version + "\"",
                        Map.of("routes", List.of(route)));
    }

    @Test
    void configurationFollowsThePortAndASwappedCardIsAQuestion() {
        LabHost host = lab.host(MOVED);
        Partition partition = partition("cards", "10.73.0.0/24", MOVED);
        Member member = partition.add(host, "full");
        partition.awaitInSync();
        String device = member.device();

        host.moveCard("0000:5e:00.0", "mlx5_3");
        measured("moved to another slot: in sync", () -> {
            assertInSync(member);
            assertThat(host.addresses(device)).containsExactly(member.cidr());
            assertThat(host.hasCarrier(device)).isTrue();
        });
        assertThat(proposals(host)).isEmpty();

        String guid = host.portGuid();
        String other = "0x0002c9030000aaa1";
        host.swapCard(other);
        measured("swapped: proposed", () -> {
            assertThat(proposals(host).path(0).path("from").asText()).isEqualTo(guid);
            assertThat(proposals(host).path(0).path("to").asText()).isEqualTo(other);
        });
        assertThat(member.interfaceState()).isEqualTo("held");
        assertThat(host.link(device))
                .as("nothing is made on a card that nobody spoke of")
                .isEmpty();
        assertThat(files(host)).as("what keeps the interface stays").contains(device);

        host.swapCard(guid);
        measured("the old card is back: in sync", () -> {
            assertInSync(member);
            assertThat(host.addresses(device)).containsExactly(member.cidr());
        });
        assertThat(proposals(host)).isEmpty();

        assertAnAcceptedSwapIsFollowed(host, partition, member);
    }

    /** By a card that the subnet manager sees. */
    private void assertAnAcceptedSwapIsFollowed(LabHost host, Partition partition, Member member) {
        String device = member.device();
        String address = member.cidr();
        String old = host.portGuid();
        String spare = Lab.portGuid(OWN + 1);
        host.swapCard(spare);
        measured(
                "swapped for a card on the fabric: proposed",
                () -> assertThat(proposals(host).path(0).path("to").asText()).isEqualTo(spare));
        assertThat(host.link(device)).as("before anybody accepts").isEmpty();

        line.operator().post("/api/v1/nodes/" + line.node(host) + "/replacements", Map.of("from", old, "to", spare));

        measured("accepted: in sync on the new card", () -> {
            JsonNode moved = partition.members().stream()
                    .filter(one -> one.path("port").path("guid").asText().equals(spare))
                    .findFirst()
                    .orElseThrow();
            assertThat(moved.path("interface").path("state").asText()).isEqualTo("in_sync");
            assertThat(host.addresses(device)).containsExactly(address);
            assertThat(host.hasCarrier(device)).isTrue();
        });
        assertThat(host.link(device).orElseThrow().path("address").asText().replace(":", ""))
                .endsWith(spare.substring(2));
        member.awaitAbsent();
        assertThat(proposals(host)).isEmpty();
        assertThat(line.operator()
                        .get("/api/v1/audit-events?action=port.replace")
                        .path("items")
                        .toString())
                .contains(old, spare);
    }

    private JsonNode proposals(LabHost host) {
        return line.operator().get("/api/v1/nodes/" + line.node(host) + "/replacements");
    }

    @Test
    void whoLeavesAndKeepsHasItAllAfterAReboot() {
        LabHost host = lab.host(STAYING);
        Partition partition = partition("staying", "10.74.0.0/24", STAYING);
        Member member = partition.add(host, "full");
        partition.awaitInSync();
        String device = member.device();
        List<String> addresses = host.addresses(device);
        LineDaemon daemon = line.daemon(host);
        assertThat(daemon.command("leave", "--keep").err())
                .as("while the daemon runs")
                .contains("another ibnoded uses it");
        daemon.kill();

        Ran left = daemon.command("leave", "--keep").orThrow();

        tell("leave --keep says: %s", left.out().strip());
        assertThat(left.out()).contains(": left, it is yours now", "Retire the node");
        assertThat(host.addresses(device)).isEqualTo(addresses).containsExactly(member.cidr());
        assertThat(files(host)).contains(device).doesNotContain("made by ibnoded");
        assertThat(daemon.command("status").out()).doesNotContain("in sync");
        host.reboot().orThrow();
        await().atMost(SOON).until(() -> host.hasCarrier(device));
        assertThat(host.addresses(device)).isEqualTo(addresses);
    }

    @Test
    void whoLeavesAndRemovesLeavesNothingBehind() {
        LabHost host = lab.host(GOING);
        String before = files(host);
        String links = host.ip("-br", "link").out().replaceAll("@\\S+", "");
        Partition partition = partition("going", "10.75.0.0/24", GOING);
        Member member = partition.add(host, "full");
        settle(partition, 0, Map.of("to", "10.97.0.0/16", "via", "10.75.0.9"));
        partition.awaitInSync();
        await().atMost(SOON).until(() -> host.run("ip", "route").out().contains("10.97.0.0/16"));
        LineDaemon daemon = line.daemon(host);
        daemon.kill();

        Ran left = daemon.command("leave", "--remove").orThrow();

        tell("leave --remove says: %s", left.out().strip());
        assertThat(host.link(member.device())).isEmpty();
        assertThat(host.run("ip", "route").out()).doesNotContain("10.97.0.0/16");
        assertThat(host.ip("-br", "link").out().replaceAll("@\\S+", "").lines().map(line -> line.split(" ")[0]))
                .containsExactlyElementsOf(
                        links.lines().map(line -> line.split(" ")[0]).toList());
        assertThat(files(host)).isEqualTo(before);
        host.reboot().orThrow();
        assertThat(host.link(member.device())).isEmpty();
    }

    @Test
    void theBootUnitBringsItBackWithoutTheDaemon() {
        LabHost host = lab.host(WITHOUT_NETWORK_SERVICE);
        Partition partition = partition("units", "10.76.0.0/24", WITHOUT_NETWORK_SERVICE);
        Member member = partition.add(host, "full");
        settle(partition, 0, Map.of("to", "10.96.0.0/16", "via", "10.76.0.9"));
        partition.awaitInSync();
        await().atMost(SOON).until(() -> host.run("ip", "route").out().contains("10.96.0.0/16"));
        String device = member.device();
        assertThat(files(host)).contains("etc/systemd/system/ibportal-" + device + ".service");
        line.daemon(host).kill();

        host.reboot().orThrow();

        await().atMost(SOON).until(() -> host.hasCarrier(device));
        JsonNode link = host.link(device).orElseThrow();
        assertThat(link.at("/linkinfo/info_data/key").asText()).isEqualTo(partition.pkey());
        assertThat(host.addresses(device)).containsExactly(member.cidr());
        assertThat(host.run("ip", "route").out()).contains("10.96.0.0/16 via 10.76.0.9 dev " + device);
        String files = files(host);
        line.daemon(host).start();
        await().atMost(SOON).untilAsserted(() -> assertInSync(member));
        assertThat(files(host)).as("there was nothing to do").isEqualTo(files);
    }

    @Test
    void thePortsOwnInterfaceIsSetUpInTheDefaultPartition() {
        LabHost host = lab.host(OWN);
        String before = files(host);
        String queue = queueLength(host);
        String path = ownInterface(host);
        lab.host(1).ip("addr", "add", "10.20.0.1/16", "dev", "ib0").orThrow();

        line.operator()
                .put(
                        path,
                        "\"0\"",
                        Map.of("mtu", 1500, "addresses", List.of("10.20.0.17/16"), "transmitQueueLength", 2048));

        measured(
                "own interface in sync",
                () -> assertThat(line.operator().get(path).at("/seen/state").asText())
                        .isEqualTo("in_sync"));
        assertThat(host.addresses("ib0")).containsExactly("10.20.0.17/16");
        assertThat(host.link("ib0").orElseThrow().path("mtu").asInt()).isEqualTo(1500);
        assertThat(queueLength(host)).isEqualTo("2048");
        assertThat(host.ping("ib0", "10.20.0.1")).isTrue();

        line.daemon(host).kill();
        host.reboot().orThrow();
        await().atMost(SOON).until(() -> host.hasCarrier("ib0"));
        assertThat(host.addresses("ib0")).as("from files alone").containsExactly("10.20.0.17/16");
        line.daemon(host).start();
        measured("after the reboot in sync", () -> {
            assertThat(queueLength(host)).isEqualTo("2048");
            assertThat(line.operator().get(path).at("/seen/state").asText()).isEqualTo("in_sync");
        });

        leaveToTheHost(path);
        assertThat(host.addresses("ib0")).isEmpty();
        assertThat(queueLength(host)).isEqualTo(queue);
        assertThat(files(host)).isEqualTo(before);
    }

    private String ownInterface(LabHost host) {
        String port = line.operator()
                .get("/api/v1/nodes/" + line.node(host))
                .at("/ports/0/id")
                .asText();
        return "/api/v1/nodes/" + line.node(host) + "/ports/" + port + "/interface";
    }

    private void leaveToTheHost(String path) {
        line.operator().delete(path, "\"1\"");
        measured(
                "left to the host",
                () -> assertThat(line.operator().get(path).path("managed").asBoolean())
                        .isFalse());
    }

    private static String queueLength(LabHost host) {
        return host.sysfs("class/net/ib0/tx_queue_len").orElseThrow();
    }
}
