package dev.ibportal.e2e.line;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.demo.Layout;
import dev.ibportal.e2e.lab.LabHost;
import dev.ibportal.e2e.lab.Ran;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code ibnoded} as a process on one host of the lab. It is told of places, never of a lab. */
final class LineDaemon {
    private final LabHost host;
    private final Layout layout;
    private final Path folder;
    private @Nullable Process process;

    LineDaemon(LabHost host, Layout layout, String portal, Map<String, String> more) {
        this.host = host;
        this.layout = layout;
        this.folder = layout.directory().resolve(host.name());
        Map<String, String> settings = new TreeMap<>(host.settings());
        settings.putAll(more);
        settings.put("portal.address", portal);
        settings.put("portal.reconnect-spread", "500ms");
        settings.put("state.dir", folder.resolve("state").toString());
        write(
                config(),
                settings.entrySet().stream()
                        .map(one -> one.getKey() + "=" + one.getValue() + "\n")
                        .collect(Collectors.joining()));
    }

    LabHost host() {
        return host;
    }

    private Path config() {
        return folder.resolve("ibnoded.properties");
    }

    private void write(Path file, String text) {
        try {
            Files.createDirectories(folder);
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void enrol(String token) {
        Path file = folder.resolve("token");
        write(file, token + "\n");
        Ran ran = host.run(argv("enrol", "--token-file", file.toString()).toArray(String[]::new));
        assertThat(ran.ok()).as("enrolling %s: %s", host, ran).isTrue();
    }

    /** Another command of the same program, on the same host and configuration. */
    Ran command(String... words) {
        return host.run(argv(words).toArray(String[]::new));
    }

    void start() {
        process = host.start(argv("run"), Map.of("MALLOC_ARENA_MAX", "2"), log());
    }

    /** What the daemon printed. */
    Path log() {
        return folder.resolve("daemon.log");
    }

    /** SIGKILL; nothing of it can tidy up. */
    void kill() {
        if (process != null) {
            process.destroyForcibly().onExit().join();
        }
    }

    private List<String> argv(String... words) {
        List<String> argv = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + layout.daemonOptions(),
                "-jar",
                layout.daemonJar().toString(),
                "--config",
                config().toString()));
        argv.addAll(List.of(words));
        return argv;
    }
}
