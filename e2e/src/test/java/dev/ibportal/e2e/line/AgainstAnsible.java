package dev.ibportal.e2e.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.demo.Waiting;
import dev.ibportal.e2e.bench.Report;
import dev.ibportal.e2e.lab.Lab;
import dev.ibportal.e2e.lab.LabHost;
import dev.ibportal.testing.RequiresTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No test of the suite, a measurement ({@code mvn -Pbench-lab}): the same change on the same hosts, by the portal and its
 * daemons and then by Ansible. Every interface gets another MTU, live and in the file that keeps it, and is read back;
 * after that everything is looked at once more with nothing to do. What either leaves behind must be the same: byte by
 * byte in the files, attribute by attribute in what {@code ip} shows.
 */
@RequiresTools(
        value = {"ansible-playbook", "ibsim", "opensm", "smpquery", "ip", "nsenter", "unshare", "python3", "gcc", "ifup"
        },
        root = true)
class AgainstAnsible {
    private static final int HOSTS = Integer.getInteger("ibportal.ansible-hosts", 32);
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final List<Integer> MTUS = List.of(1500, 2044, 1500);
    private static final Duration REST = Duration.ofSeconds(1);
    private static final int IDLE_COLUMN = 4;
    private static final double MOSTLY = 0.8;
    private static final int WARM_UP = 24;
    private static final int WANTED_RATIO = 20;

    /** Idle time and all time of the processors, when they were last asked for. */
    private static final AtomicLongArray CPU = new AtomicLongArray(2);

    @TempDir
    private Path folder;

    @Test
    void theSameChangeAndTheSameLook() throws IOException {
        Report report =
                Report.begin(Path.of(System.getProperty("ibportal.measurements", "target/measurements")), "ansible");
        try (Lab lab = Lab.builder().hosts(HOSTS).management().up();
                Line line = Line.unhurried(lab, folder.resolve("line"))) {
            Line.Tenant tenant = line.tenant("grid", lab.hosts().toArray(LabHost[]::new));
            Partition partition = tenant.partition("grid", "10.70.0.0/24");
            lab.hosts().forEach(host -> partition.add(host, "full"));
            awaitMtu(partition, MTUS.get(1));
            Map<Integer, EndState> wanted = new TreeMap<>();
            String device = "ib0." + partition.pkey().substring(2);
            Times cold = new Times("portal and daemons, the first changes of their lives");
            for (int i = 0; i < WARM_UP; i++) {
                int mtu = MTUS.get(i % 2);
                cold.changes.add(seconds(() -> portalChanges(tenant, partition, mtu)));
                cold.looks.add(seconds(() -> portalLooks(tenant, partition)));
            }
            cold.tell(report);
            Times ours = new Times("portal and daemons");
            for (int mtu : MTUS) {
                ours.changes.add(seconds(() -> portalChanges(tenant, partition, mtu)));
                ours.looks.add(seconds(() -> portalLooks(tenant, partition)));
                EndState state = EndState.of(lab, device);
                assertThat(state.mtus()).containsOnly(mtu);
                wanted.put(mtu, state);
            }
            // They would put right what somebody else changes.
            lab.hosts().forEach(host -> line.daemon(host).kill());
            Playbook playbook = Playbook.in(folder.resolve("ansible"), lab, device, wanted);
            report.line("# %s, forks %d", playbook.version(), playbook.forks());
            Times theirs = new Times("ansible");
            playbook.run(MTUS.get(0));
            for (int mtu : List.of(MTUS.get(1), MTUS.get(0), MTUS.get(1))) {
                theirs.changes.add(seconds(() -> playbook.run(mtu)));
                assertThat(EndState.of(lab, device)).isEqualTo(wanted.get(mtu));
                theirs.looks.add(seconds(() -> playbook.run(mtu)));
            }
            conclude(report, ours, theirs);
        }
    }

    /** Seconds of each round. */
    private static final class Times {
        private final String who;
        private final List<Double> changes = new ArrayList<>();
        private final List<Double> looks = new ArrayList<>();

        Times(String who) {
            this.who = who;
        }

        void tell(Report report) {
            report.line("%s: changes %s s, looks %s s", who, rounded(changes), rounded(looks));
        }

        private static List<String> rounded(List<Double> seconds) {
            return seconds.stream()
                    .map(one -> String.format(Locale.ROOT, "%.2f", one))
                    .toList();
        }
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private static void conclude(Report report, Times ours, Times theirs) {
        ours.tell(report);
        theirs.tell(report);
        double change = median(theirs.changes) / median(ours.changes);
        double look = median(theirs.looks) / median(ours.looks);
        report.line(
                "%d hosts, medians of %d: change of the MTU, live and on disk, read back: %.1f times as fast; nothing to"
                        + " do, everything looked at: %.1f times (goal %d)",
                HOSTS, MTUS.size(), change, look, WANTED_RATIO);
        assertThat(change).isGreaterThanOrEqualTo(WANTED_RATIO);
        assertThat(look).isGreaterThanOrEqualTo(WANTED_RATIO);
    }

    private interface Work {
        void run() throws IOException;
    }

    /** What an earlier round left to be done, such as a look at the inventory some seconds later, is none of this one's. */
    private static double seconds(Work work) throws IOException {
        awaitRest();
        long begun = System.nanoTime();
        work.run();
        return (System.nanoTime() - begun) / 1e9;
    }

    private static void awaitRest() {
        await().atMost(PATIENCE).pollInterval(REST).until(AgainstAnsible::isAtRest);
    }

    /** Whether the machine was mostly idle since it was last asked. */
    private static boolean isAtRest() throws IOException {
        String[] all = Files.readAllLines(Path.of("/proc/stat")).get(0).strip().split(" +");
        long idle = Long.parseLong(all[IDLE_COLUMN]);
        long total = Arrays.stream(all).skip(1).mapToLong(Long::parseLong).sum();
        long idleSince = idle - CPU.getAndSet(0, idle);
        return idleSince > MOSTLY * (total - CPU.getAndSet(1, total));
    }

    private static void portalChanges(Line.Tenant tenant, Partition partition, int mtu) {
        JsonNode present = tenant.rest().get("/api/v1/partitions/" + partition.id());
        tenant.rest()
                .patch(
                        "/api/v1/partitions/" + partition.id(),
                        "\"" + present.path("version").asInt() + "\"",
                        Map.of("ipMtu", mtu));
        awaitMtu(partition, mtu);
    }

    private static void awaitMtu(Partition partition, int mtu) {
        Waiting.until(
                PATIENCE,
                () -> partition.members().stream()
                        .filter(member ->
                                !member.path("interface").path("state").asText().equals("in_sync")
                                        || member.path("interface").path("mtu").asInt() != mtu)
                        .findFirst()
                        .map(member -> "not in sync with " + mtu + ": " + member));
    }

    /** Each daemon looks at its whole host and makes its plan, in which there is nothing to do. */
    private static void portalLooks(Line.Tenant tenant, Partition partition) {
        JsonNode plan = tenant.rest().get("/api/v1/partitions/" + partition.id() + "/plan");
        assertThat(plan.path("groups")).as("%s", plan).hasSize(1);
        assertThat(plan.path("groups").get(0).path("kind").asText()).isEqualTo("nothing");
        assertThat(plan.path("groups").get(0).path("nodes")).hasSize(HOSTS);
    }
}
