package dev.ibportal.daemon.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.InventoryReport;
import dev.ibportal.daemon.host.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Broken trees and broken JSON: never a crash, and what cannot be read is never taken for absent. */
class BrokenInputTest {
    private static final int ROUNDS = 300;
    private static final List<String> GARBAGE = List.of(
            "", "\n", "-1", "0x", "0xfffff", "99999999999999999999", "4:", ": ACTIVE", "\u0000\u0001", "ÿÿ", "{}");

    @TempDir
    private Path root;

    @Test
    void garbageInSysfsNeverCrashes() throws IOException {
        Host host = Sample.host("b", root);
        Path sysfs = root.resolve("sys");
        List<Path> files;
        try (Stream<Path> all = Files.walk(sysfs)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        Random random = new Random(20261130);
        HostInventory inventory = new HostInventory(host);
        for (int i = 0; i < ROUNDS; i++) {
            Path file = files.get(random.nextInt(files.size()));
            if (random.nextInt(4) == 0) {
                Files.deleteIfExists(file);
            } else {
                Files.createDirectories(file.getParent());
                Files.writeString(file, GARBAGE.get(random.nextInt(GARBAGE.size())));
            }

            InventoryReport report = inventory.observe();

            assertThat(report.getHcasList())
                    .allSatisfy(hca -> assertThat(hca.getPortsList())
                            .allMatch(port -> port.getPkeysKnown() || port.getPkeysCount() == 0));
        }
    }

    @Test
    void cutOrAlteredJsonNeverCrashes() throws IOException {
        Sample.plant(Sample.text("host-b.sysfs"), root.resolve("sys"));
        Random random = new Random(20261130);
        for (int i = 0; i < ROUNDS; i++) {
            Map<String, String> answers = new HashMap<>();
            answers.put("ip -j -d addr", altered(Sample.netdevs("b"), random));
            Host host = Sample.host(root.resolve("sys"), answers, root);

            HostView view = new HostObserver(host).observe();

            assertThat(view.netdevs().isMissing()).isFalse();
        }
    }

    private static String altered(String json, Random random) {
        int at = random.nextInt(json.length());
        return switch (random.nextInt(4)) {
            case 0 -> json.substring(0, at);
            case 1 -> json.substring(0, at) + GARBAGE.get(random.nextInt(GARBAGE.size())) + json.substring(at);
            case 2 ->
                json.substring(0, at) + (char) random.nextInt(128) + json.substring(Math.min(at + 1, json.length()));
            default -> json.replaceAll("\"(mtu|ifname|flags|local|prefixlen|address)\":", "\"x$1\":");
        };
    }

    @Test
    void anUnreadableTableIsUnknownNotEmpty() throws IOException {
        Host host = Sample.host("b", root);
        Files.writeString(root.resolve("sys/class/infiniband/mlx5_0/ports/1/pkeys/7"), "broken");

        InventoryReport report = new HostInventory(host).observe();

        assertThat(report.getHcas(0).getPorts(0).getPkeysKnown()).isFalse();
        assertThat(report.getUnreadableList()).anyMatch(text -> text.contains("pkeys/7"));
    }

    @Test
    void aGuidThatTwoPortsShowBelongsToNeither() throws IOException {
        Host host = Sample.host("a", root);
        Path gid = root.resolve("sys/class/infiniband/mlx4_0/ports/2/gids/0");
        Files.writeString(gid, Files.readString(root.resolve("sys/class/infiniband/mlx4_0/ports/1/gids/0")));

        HostView view = new HostObserver(host).observe();

        assertThat(view.ports()).allMatch(port -> port.guid().isEmpty());
        assertThat(view.allPortsKnown()).isFalse();
        assertThat(view.unreadable()).anyMatch(text -> text.contains("more than one port"));
    }

    @Test
    void aParentThatContradictsItsDeviceHasNoPort() throws IOException {
        Host host = Sample.host("a", root);
        Files.writeString(root.resolve("sys/class/net/ib0/dev_port"), "1\n");

        HostView view = new HostObserver(host).observe();

        assertThat(view.netdev("ib0").orElseThrow().portGuid()).isEmpty();
        assertThat(view.unreadable()).anyMatch(text -> text.contains("ib0"));
    }
}
