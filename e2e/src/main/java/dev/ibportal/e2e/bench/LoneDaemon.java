package dev.ibportal.e2e.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.demo.Layout;
import dev.ibportal.demo.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A real daemon as a host runs it: by the shipped launcher, with the options that it is shipped with. */
final class LoneDaemon {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path home;
    private final Layout layout;
    private final String name;
    private final String node;
    private final int portal;

    private LoneDaemon(Path home, Stage stage, String name, String node) {
        this.home = home;
        this.layout = stage.layout();
        this.portal = stage.ports().agents();
        this.name = name;
        this.node = node;
    }

    /** @param settings of its configuration, beside those of its portal and its state */
    static LoneDaemon enrolled(Stage stage, Path home, String name, Map<String, String> settings) {
        Rest operator = new Rest(stage);
        String node = operator.node(name);
        LoneDaemon daemon = new LoneDaemon(home, stage, name, node);
        try {
            daemon.install();
            daemon.configure(settings);
            Path token = Files.writeString(home.resolve("token"), operator.token(node));
            int code = daemon.command("enrol", "--token-file", token.toString()).waitFor();
            if (code != 0) {
                throw new IllegalStateException("ibnoded enrol ended with " + code + ", see " + home);
            }
            return daemon;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** What an operator does for it. */
    private record Rest(Stage stage) {
        String node(String name) {
            return Stage.id(stage.operator().post("/api/v1/nodes", Map.of("name", name)));
        }

        String token(String node) {
            return stage.operator()
                    .post("/api/v1/nodes/" + node + "/enrolment-tokens", Map.of())
                    .path("token")
                    .asText();
        }
    }

    /** What a package puts into one folder lies in several while it is built. */
    private void install() throws IOException {
        Path lib = Files.createDirectories(home.resolve("lib"));
        link(lib, layout.daemonJar());
        link(lib, layout.daemonJar().resolveSibling("lib"));
        link(lib, layout.daemonOptions());
    }

    private static void link(Path folder, Path target) throws IOException {
        Files.createSymbolicLink(folder.resolve(target.getFileName()), target);
    }

    /** @param settings of its configuration, beside those of its portal and its state */
    void configure(Map<String, String> settings) throws IOException {
        Map<String, String> all = new TreeMap<>(settings);
        all.put("portal.address", "localhost:" + portal);
        all.put("state.dir", state().toString());
        Files.writeString(
                config(),
                all.entrySet().stream()
                        .map(one -> one.getKey() + "=" + one.getValue() + "\n")
                        .collect(Collectors.joining()));
    }

    private Path config() {
        return home.resolve("ibnoded.properties");
    }

    private Path state() {
        return home.resolve("state");
    }

    /** What it remembers as this node. */
    Path memory() {
        return state().resolve("node-" + node);
    }

    /** What a command of it prints. */
    String output(String... words) throws IOException, InterruptedException {
        Path out = home.resolve("output");
        builder(words).redirectOutput(out.toFile()).start().waitFor();
        return Files.readString(out);
    }

    private Process command(String... words) throws IOException {
        return builder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        home.resolve("ibnoded.log").toFile()))
                .start();
    }

    private ProcessBuilder builder(String... words) {
        List<String> argv =
                new ArrayList<>(List.of(layout.daemonLauncher().toString(), "--config", config().toString()));
        argv.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(argv)
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        home.resolve("ibnoded.log").toFile()));
        builder.environment().put("IBNODED_LIB", home.resolve("lib").toString());
        builder.environment()
                .put(
                        "IBNODED_JAVA",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString());
        return builder;
    }

    Running start() {
        try {
            return new Running(command("run"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void awaitOnline(Stage stage) {
        Waiting.until(PATIENCE, () -> {
            List<JsonNode> nodes = stage.operator().list("/api/v1/nodes?search=" + name);
            return nodes.stream().anyMatch(one -> one.path("state").asText().equals("online"))
                    ? Optional.empty()
                    : Optional.of("the daemon is not online, see " + home);
        });
    }

    /** The process that runs; closing it ends it. */
    record Running(Process process) implements AutoCloseable {
        ProcessCost cost() {
            if (!process.isAlive()) {
                throw new IllegalStateException("the daemon has ended with " + process.exitValue());
            }
            return ProcessCost.of(process.pid());
        }

        /** Resident memory of the programs that it keeps running beside itself. */
        double childrenMiB() {
            return process.children()
                    .mapToDouble(child -> ProcessCost.of(child.pid()).residentMiB())
                    .sum();
        }

        @Override
        public void close() {
            process.destroy();
            process.onExit().join();
        }
    }
}
