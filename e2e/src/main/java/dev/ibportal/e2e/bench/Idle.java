package dev.ibportal.e2e.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What portal and daemon take while nothing happens: eight nodes with an interface each, and one daemon on this host. */
final class Idle {
    private static final int NODES = 8;
    private static final int SETTLE_SECONDS = 20;
    private static final int SECONDS = 60;

    private Idle() {}

    static void measure(Report report) throws IOException, SQLException, InterruptedException {
        Path home = Files.createTempDirectory("ibnoded-idle");
        try (Stage stage = Stage.with(NODES)) {
            MainJobs.run(stage, 1);
            LoneDaemon daemon = LoneDaemon.enrolled(stage, home, "lone", Map.of());
            try (LoneDaemon.Running running = daemon.start()) {
                daemon.awaitOnline(stage);
                TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
                ProcessCost daemonBefore = running.cost();
                ProcessCost portalBefore = ProcessCost.of(stage.portal().pid());
                TimeUnit.SECONDS.sleep(SECONDS);
                line(report, "daemon (ibnoded run)", daemonBefore, running.cost());
                report.line("its child (ip monitor): resident %.1f MiB", running.childrenMiB());
                line(
                        report,
                        "portal, " + NODES + " nodes and this daemon",
                        portalBefore,
                        ProcessCost.of(stage.portal().pid()));
            }
        } finally {
            Folders.delete(home);
        }
    }

    private static void line(Report report, String what, ProcessCost before, ProcessCost after) {
        double cpu = after.cpuSecondsSince(before);
        report.line(
                "%s: resident %.1f MiB = %.1f million bytes (peak %.1f MiB), CPU %.2f s in %d s (%.2f %% of one core)",
                what,
                after.residentMiB(),
                after.residentMillionBytes(),
                after.peakMiB(),
                cpu,
                SECONDS,
                100 * cpu / SECONDS);
    }
}
