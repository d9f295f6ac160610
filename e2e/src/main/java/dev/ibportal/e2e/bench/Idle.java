package dev.ibportal.e2e.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.demo.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** What portal and daemon take while nothing happens: eight nodes with an interface each, and one daemon on this host. */
final class Idle {
    private static final int NODES = 8;
    private static final int SETTLE_SECONDS = 20;
    private static final int SECONDS = 60;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Idle() {}

    static void measure(Report report) throws IOException, SQLException, InterruptedException {
        try (Stage stage = Stage.with(NODES)) {
            MainJobs.run(stage, 1);
            try (LoneDaemon daemon = LoneDaemon.start(stage)) {
                awaitOnline(stage);
                TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
                ProcessCost daemonBefore = ProcessCost.of(daemon.pid());
                ProcessCost portalBefore = ProcessCost.of(stage.portal().pid());
                TimeUnit.SECONDS.sleep(SECONDS);
                line(report, "daemon (ibnoded run)", daemonBefore, ProcessCost.of(daemon.pid()));
                line(
                        report,
                        "portal, " + NODES + " nodes and this daemon",
                        portalBefore,
                        ProcessCost.of(stage.portal().pid()));
            }
        }
    }

    private static void line(Report report, String what, ProcessCost before, ProcessCost after) {
        double cpu = after.cpuSecondsSince(before);
        report.line(
                "%s: resident %.1f MiB (peak %.1f), CPU %.2f s in %d s (%.2f %% of one core)",
                what, after.residentMiB(), after.peakMiB(), cpu, SECONDS, 100 * cpu / SECONDS);
    }

    private static void awaitOnline(Stage stage) {
        Waiting.until(PATIENCE, () -> {
            List<JsonNode> nodes = stage.operator().list("/api/v1/nodes?search=" + LoneDaemon.NAME);
            return nodes.stream().anyMatch(node -> node.path("state").asText().equals("online"))
                    ? Optional.empty()
                    : Optional.of("the daemon is not online");
        });
    }

    /** A real daemon as a host runs it, with the options it is shipped with. */
    private static final class LoneDaemon implements AutoCloseable {
        static final String NAME = "lone";

        private final Process process;

        private LoneDaemon(Process process) {
            this.process = process;
        }

        static LoneDaemon start(Stage stage) throws IOException, InterruptedException {
            Path home = Files.createDirectory(stage.layout().directory().resolve(NAME));
            Path config = home.resolve("ibnoded.properties");
            Files.writeString(
                    config,
                    "portal.address=localhost:" + stage.ports().agents() + "\nstate.dir=" + home.resolve("state")
                            + "\n");
            String id = Stage.id(stage.operator().post("/api/v1/nodes", Map.of("name", NAME)));
            Path token = home.resolve("token");
            Files.writeString(
                    token,
                    stage.operator()
                            .post("/api/v1/nodes/" + id + "/enrolment-tokens", Map.of())
                            .path("token")
                            .asText());
            int code = ibnoded(stage, config, "enrol", "--token-file", token.toString())
                    .waitFor();
            if (code != 0) {
                throw new IllegalStateException("ibnoded enrol ended with " + code + ", see " + home);
            }
            return new LoneDaemon(ibnoded(stage, config, "run"));
        }

        private static Process ibnoded(Stage stage, Path config, String... arguments) throws IOException {
            java.util.ArrayList<String> argv = new java.util.ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "@" + stage.layout().daemonOptions(),
                    "-jar",
                    stage.layout().daemonJar().toString(),
                    "--config",
                    config.toString()));
            argv.addAll(List.of(arguments));
            ProcessBuilder builder = new ProcessBuilder(argv)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            config.resolveSibling("ibnoded.log").toFile()));
            builder.environment().put("MALLOC_ARENA_MAX", "1");
            return builder.start();
        }

        long pid() {
            return process.pid();
        }

        @Override
        public void close() {
            process.destroy();
            process.onExit().join();
        }
    }
}
