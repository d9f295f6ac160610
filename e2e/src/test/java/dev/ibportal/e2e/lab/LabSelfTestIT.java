package dev.ibportal.e2e.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ibportal.testing.RequiresTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The lab itself, without portal and daemons: what the other lab tests prove stands on this. Red is 0x9001, blue is
 * 0x9002, and both use the same IP prefix.
 */
@RequiresTools(
        value = {"ibsim", "opensm", "smpquery", "ip", "ping", "nsenter", "unshare", "python3", "gcc"},
        root = true)
class LabSelfTestIT {
    private static final Duration SOON = Duration.ofSeconds(15);
    private static final int LIMITED_RED = 0x1001;
    private static final int FULL_RED = 0x9001;
    private static final int FULL_BLUE = 0x9002;

    private Lab lab;

    @BeforeEach
    void up() {
        lab = Lab.builder().hosts(6).up();
    }

    @AfterEach
    void down() {
        lab.close();
    }

    @Test
    void pingsFollowThePartitions() {
        Fabric fabric = Fabric.make(lab);
        fabric.red1.assertReaches(fabric.red2Limited);
        fabric.red2Limited.assertReaches(fabric.red1);
        fabric.blue4.assertReaches(fabric.blue6Limited);
        // Across the partitions, in every direction.
        fabric.red1.assertCutFrom(fabric.blue4, fabric.red2Limited, fabric.blue5);
        fabric.red2Limited.assertCutFrom(fabric.blue6Limited, fabric.red1, fabric.blue4);
        // Inside one partition, two limited members.
        fabric.red2Limited.assertCutFrom(fabric.red3Limited, fabric.red1, fabric.red1);
    }

    @Test
    void tablesAreWhatOpenSmWroteInSmpqueryAndSysfs() {
        Fabric.make(lab);
        assertThat(lab.host(1).pkeyTable()).containsExactly(0xffff, FULL_RED);
        assertThat(lab.host(2).pkeyTable()).containsExactly(0x7fff, LIMITED_RED);
        assertThat(lab.host(4).pkeyTable()).containsExactly(0x7fff, FULL_BLUE);
        for (LabHost host : lab.hosts()) {
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(sysfsTable(host)).isEqualTo(host.pkeyTable()));
        }
    }

    @Test
    void aMemberThatIsTakenOutLosesKeyAndCarrierAndComesBack() {
        Fabric fabric = Fabric.make(lab);
        lab.subnetManager().partitions(fabric.conf("", fabric.blue()));
        await().atMost(SOON).until(() -> !fabric.red2Limited.hasCarrier());
        assertThat(lab.host(2).pkeyTable()).containsExactly(0x7fff);
        assertThat(fabric.red1.pings(fabric.red2Limited)).isFalse();
        fabric.blue4.assertReaches(fabric.blue6Limited);

        lab.subnetManager().partitions(fabric.conf(fabric.red(), fabric.blue()));
        await().atMost(SOON).until(() -> fabric.red1.hasCarrier() && fabric.red2Limited.hasCarrier());
        fabric.red1.assertReaches(fabric.red2Limited);
    }

    @Test
    void aPulledCableCutsOneHostOnly() {
        Fabric fabric = Fabric.make(lab);
        lab.host(2).pullCable();
        await().atMost(SOON).until(() -> !fabric.red2Limited.hasCarrier());
        assertThat(lab.host(2).sysfs("class/infiniband/mlx5_0/ports/1/state")).contains("1: DOWN");
        assertThat(fabric.red1.pings(fabric.red2Limited)).isFalse();
        fabric.red1.assertReaches(fabric.red3Limited);

        lab.host(2).plugCable();
        await().atMost(SOON).until(fabric.red2Limited::hasCarrier);
        fabric.red1.assertReaches(fabric.red2Limited);
    }

    @Test
    void trafficOutlivesOpenSmAndANewOneTakesOver() {
        Fabric fabric = Fabric.make(lab);
        lab.subnetManager().kill();
        assertThat(lab.host(1).tool("sminfo").ok()).isFalse();
        assertThat(lab.host(2).pkeyTable()).containsExactly(0x7fff, LIMITED_RED);
        fabric.red1.assertReaches(fabric.red2Limited);

        lab.subnetManager().start();
        assertThat(lab.host(1).tool("sminfo").orThrow().out()).contains("SMINFO_MASTER");
        assertThat(lab.host(2).pkeyTable()).containsExactly(0x7fff, LIMITED_RED);
        fabric.red1.assertReaches(fabric.red2Limited);
        fabric.red2Limited.assertCutFrom(fabric.red3Limited, fabric.red1, fabric.red1);
    }

    @Test
    void oneAnswerCanBeFalsified() {
        Fabric.make(lab);
        LabHost host = lab.host(2);
        host.alter("smpquery", "--match", "pkeys", "--replace", "0x1001", "0x0000");
        assertThat(host.pkeyTable()).containsExactly(0x7fff);
        host.alterSysfs("class/infiniband/mlx5_0/ports/1/pkeys/1", "0x0000");
        assertThat(sysfsTable(host)).containsExactly(0x7fff);
        host.alter(
                "ip", "--match", "addr add", "--fail", "2", "--stderr", "RTNETLINK answers: Operation not permitted");
        assertThat(host.ip("addr", "add", "10.60.0.77/24", "dev", "ib0").status())
                .isEqualTo(2);
        assertThat(lab.host(1).pkeyTable()).containsExactly(0xffff, FULL_RED);

        host.unalter();
        assertThat(host.pkeyTable()).containsExactly(0x7fff, LIMITED_RED);
        assertThat(sysfsTable(host)).containsExactly(0x7fff, LIMITED_RED);
    }

    @Test
    void labsStandSideBySideAndLeaveNothingBehind() {
        Path directory;
        List<String> namespaces;
        try (Lab second = Lab.builder()
                .hosts(2)
                .ipoibMissing(1)
                .ipoibNotLoaded(2)
                .management()
                .up()) {
            directory = second.directory();
            namespaces = second.namespaces();
            assertThat(existingNamespaces()).containsAll(namespaces);
            assertThat(second.host(1).tool("modprobe", "ib_ipoib").err())
                    .contains("FATAL: Module ib_ipoib not found in directory");
            assertThat(second.host(2).link("ib0")).isEmpty();
            second.host(2).tool("modprobe", "ib_ipoib").orThrow();
            assertThat(second.host(2).link("ib0")).isPresent();
            second.host(2)
                    .run("ping", "-c", "1", "-W", "1", second.managementAddress())
                    .orThrow();
            assertThat(lab.host(1).link("ib0")).isPresent();
        }
        assertThat(Files.exists(directory)).isFalse();
        assertThat(existingNamespaces()).doesNotContainAnyElementsOf(namespaces).containsAll(lab.namespaces());
    }

    private static List<String> existingNamespaces() {
        return Ran.run(List.of("ip", "netns", "list"))
                .orThrow()
                .out()
                .lines()
                .map(line -> line.split(" ")[0])
                .toList();
    }

    private static List<Integer> sysfsTable(LabHost host) {
        return IntStream.range(0, 64)
                .mapToObj(index -> host.sysfs("class/infiniband/mlx5_0/ports/1/pkeys/" + index))
                .flatMap(Optional::stream)
                .map(Integer::decode)
                .filter(key -> key != 0)
                .toList();
    }

    /** Two partitions, written by hand, and a child on every host. */
    private record Fabric(
            Lab lab,
            Endpoint red1,
            Endpoint red2Limited,
            Endpoint red3Limited,
            Endpoint blue4,
            Endpoint blue5,
            Endpoint blue6Limited) {
        static Fabric make(Lab lab) {
            Fabric fabric = new Fabric(
                    lab,
                    Endpoint.create(lab.host(1), "0x9001", "10.60.0.1", 24),
                    Endpoint.create(lab.host(2), "0x9001", "10.60.0.2", 24),
                    Endpoint.create(lab.host(3), "0x9001", "10.60.0.3", 24),
                    Endpoint.create(lab.host(4), "0x9002", "10.60.0.4", 24),
                    Endpoint.create(lab.host(5), "0x9002", "10.60.0.5", 24),
                    Endpoint.create(lab.host(6), "0x9002", "10.60.0.6", 24));
            assertThat(fabric.all()).noneMatch(Endpoint::hasCarrier);
            lab.subnetManager().partitions(fabric.conf(fabric.red(), fabric.blue()));
            await().atMost(SOON).until(() -> fabric.all().stream().allMatch(Endpoint::hasCarrier));
            return fabric;
        }

        List<Endpoint> all() {
            return List.of(red1, red2Limited, red3Limited, blue4, blue5, blue6Limited);
        }

        String red() {
            return "red=0x1001, ipoib : %s=full, %s=limited, %s=limited ;\n"
                    .formatted(
                            lab.host(1).portGuid(),
                            lab.host(2).portGuid(),
                            lab.host(3).portGuid());
        }

        String blue() {
            return "blue=0x1002, ipoib : %s=full, %s=full, %s=limited ;\n"
                    .formatted(
                            lab.host(4).portGuid(),
                            lab.host(5).portGuid(),
                            lab.host(6).portGuid());
        }

        String conf(String red, String blue) {
            return "Default=0x7fff, ipoib : ALL=limited, SELF=full ;\n" + red + blue;
        }
    }
}
