package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.NodeStatus;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.linux.LinuxHostFiles;
import dev.ibportal.daemon.ipoib.Settling;
import dev.ibportal.daemon.ipoib.WayOut;
import dev.ibportal.daemon.reconcile.NodeReconciler.Done;
import dev.ibportal.testing.RequiresTools;
import dev.ibportal.types.Guid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every single step of an apply goes wrong in turn, on hosts with real commands: afterwards files and interfaces are
 * exactly as before. By default each step fails once under ifupdown; {@code -Dfaults=all -Dfaults.report=FILE} tries every
 * fault under every keeper and writes down what it found.
 */
@RequiresTools(
        value = {"ibsim", "opensm", "smpquery", "ip", "nsenter", "unshare", "python3", "gcc", "ifup", "nmcli"},
        root = true)
class LabFaultInjectionTest {
    private static final HostReconciler.Options OPTIONS =
            new HostReconciler.Options(new Settling(8, Duration.ofMillis(200)), Duration.ofSeconds(15), WayOut.NONE);

    @TempDir
    private Path temp;

    private final List<String> report = new ArrayList<>();

    @Test
    void everyStepThatGoesWrongLeavesTheHostAsItWas() throws IOException {
        boolean all = System.getProperty("faults", "").equals("all");
        try (LabBox lab = LabBox.up(temp.resolve("lab"), 4, "host3.network=networkmanager", "host4.network=systemd")) {
            lab.partitions("1005", "1006", "1007");
            List<Mortal.Blow> blows = all ? List.of(Mortal.Blow.values()) : List.of(Mortal.Blow.FAIL);
            run(lab, "host2", "ifupdown", blows);
            if (all) {
                run(lab, "host3", "NetworkManager", blows);
                run(lab, "host4", "boot unit", blows);
            }
        }
        String file = System.getProperty("faults.report", "");
        if (!file.isEmpty()) {
            Files.write(Path.of(file), report);
        }
    }

    private void run(LabBox lab, String name, String keeper, List<Mortal.Blow> blows) throws IOException {
        Scene scene = new Scene(lab, name, temp.resolve("state-" + name));
        List<String> steps = scene.prepare();
        report.add("");
        report.add("| " + keeper + ": step | " + String.join(" | ", names(blows)) + " |");
        report.add("| --- |" + " --- |".repeat(blows.size()));
        for (int at = 0; at < steps.size(); at++) {
            StringBuilder row = new StringBuilder("| `" + steps.get(at) + "` |");
            for (Mortal.Blow blow : blows) {
                row.append(' ').append(scene.hit(at, steps.get(at), blow)).append(" |");
            }
            report.add(row.toString());
        }
    }

    private static List<String> names(List<Mortal.Blow> blows) {
        return blows.stream()
                .map(blow -> blow.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '))
                .toList();
    }

    /** One host with an interface to be made, one to be changed and one to go. */
    private static final class Scene {
        private static final String WAY_BACK = "/last.json";

        private final LabBox lab;
        private final String name;
        private final Guid port;
        private final HostFiles state;
        private String before = "";
        private String planned = "";
        private String wayBack = "";

        Scene(LabBox lab, String name, Path state) throws IOException {
            this.lab = lab;
            this.name = name;
            this.port = lab.port(name);
            Files.createDirectories(state);
            this.state = new LinuxHostFiles(state, false);
        }

        private HostReconciler open(Mortal mortal) throws IOException {
            return HostReconciler.open(mortal.host(lab.host(name)), mortal.files(state, "state.dir: "), OPTIONS);
        }

        /** Of this host alone: others run the same scene. */
        private String address(String form) {
            return form.formatted(name.substring(name.length() - 1));
        }

        private static Done apply(HostReconciler reconciler) {
            return reconciler.apply(reconciler.plan(Optional.empty()).getDigest());
        }

        /** The steps of the apply, none of which went wrong yet. */
        List<String> prepare() throws IOException {
            HostReconciler first = open(Mortal.immortal());
            accept(
                    first,
                    1,
                    Items.present("if-2", port, 0x9006, item -> item.setMtu(1500), address("10.0.6.1%s/24")),
                    Items.present("if-3", port, 0x9007, address("10.0.7.1%s/24"), address("fd00:7::1%s/64")));
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                NodeStatus status = first.reconcile().orElseThrow();
                assertThat(status.getInterfacesList())
                        .as("%s", status)
                        .allMatch(item -> item.getState() == InterfaceState.INTERFACE_STATE_IN_SYNC);
            });
            accept(
                    first,
                    2,
                    Items.present(
                            "if-1",
                            port,
                            0x9005,
                            item -> item.setMtu(2000),
                            address("10.0.5.1%s/24"),
                            address("fd00:5::1%s/64")),
                    Items.present(
                            "if-2",
                            port,
                            0x9006,
                            item -> item.setMtu(2000).addAddresses(Items.tombstone(address("10.0.6.1%s/24"), 7)),
                            address("10.0.6.2%s/24")),
                    Items.absent("if-3", port, 0x9007, 9));
            before = settledPicture();
            Mortal counting = Mortal.immortal();
            Done done = apply(open(counting));
            assertThat(done.succeeded()).as(done.message()).isTrue();
            planned = settledPicture();
            wayBack = state.read(WAY_BACK).found().orElseThrow();
            goBack("an apply without faults");
            return counting.steps();
        }

        private static void accept(HostReconciler reconciler, long generation, InterfaceItem.Builder... items) {
            SpecBuilder spec = new SpecBuilder(generation);
            for (InterfaceItem.Builder item : items) {
                spec.add(item);
            }
            assertThat(reconciler.accept(spec.build())).isEmpty();
        }

        /** Duplicate detection and the join of the group take a moment. */
        private String settledPicture() {
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> !lab.picture(name).contains("\"tentative\":true"));
            return lab.picture(name);
        }

        private void goBack(String from) throws IOException {
            if (state.read(WAY_BACK).isMissing()) {
                // This very file could not be written, which costs the way back and nothing else.
                state.write(WAY_BACK, wayBack, HostFiles.FileMode.OWNER_ONLY);
            }
            Done done = open(Mortal.immortal()).rollback(Optional.empty());
            assertThat(done.succeeded())
                    .as("back from %s: %s", from, done.message())
                    .isTrue();
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(lab.picture(name))
                            .as("back from %s", from)
                            .isEqualTo(before));
        }

        /** What became of it: as before, or wholly as planned. */
        String hit(int step, String text, Mortal.Blow blow) throws IOException {
            String how = blow + " at " + text;
            Optional<Done> done = Optional.empty();
            try {
                done = Optional.of(apply(open(new Mortal(n -> n == step, blow))));
            } catch (Mortal.Killed e) {
                open(Mortal.immortal()).reconcile();
            }
            // What was killed may still have an address in duplicate detection.
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> List.of(planned, before).contains(lab.picture(name)));
            boolean kept =
                    done.map(Done::succeeded).orElseGet(() -> lab.picture(name).equals(planned));
            String wanted = kept ? planned : before;
            String message = done.map(Done::message).orElse("killed");
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(lab.picture(name))
                            .as("%s: %s", how, message)
                            .isEqualTo(wanted));
            if (kept) {
                goBack(how);
            }
            return kept ? "kept whole" : "as before";
        }
    }
}
