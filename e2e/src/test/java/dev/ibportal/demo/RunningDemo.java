package dev.ibportal.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The demo as a process of its own, with ports and a folder of its own. */
final class RunningDemo {
    private static final Duration READY = Duration.ofMinutes(3);
    private static final Duration ENDS = Duration.ofSeconds(45);

    private final Path directory;
    private final Ports ports;
    private final Path output;
    private final Process process;

    private RunningDemo(Path directory, Ports ports, Path output, Process process) {
        this.directory = directory;
        this.ports = ports;
        this.output = output;
        this.process = process;
    }

    /** @param directory where the demo keeps its things */
    static RunningDemo start(Path directory, Ports ports) {
        try {
            Path output = Files.createTempFile(directory, "demo", ".out");
            Process process = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Ddemo.root=..",
                            "-Ddemo.dir=" + directory.resolve("demo"),
                            "-Ddemo.port=" + ports.web(),
                            "-Ddemo.agents-port=" + ports.agents(),
                            "-Ddemo.management-port=" + ports.management(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Demo.class.getName()))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            return new RunningDemo(directory, ports, output, process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    RunningDemo awaitReady() {
        await("the demo is ready")
                .atMost(READY)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> {
                    assertThat(process.isAlive())
                            .as("the demo lives; it said:%n%s", said())
                            .isTrue();
                    return said().contains("Ctrl-C stops the demo");
                });
        return this;
    }

    String said() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Rest as(String login) {
        return Rest.logIn(
                URI.create("http://127.0.0.1:" + ports.web()),
                login,
                PrivateFile.read(directory.resolve("demo").resolve("password")),
                "test");
    }

    /** Everything that runs from the demo's folder, and the demo. */
    List<ProcessHandle> processes() {
        return ProcessHandle.allProcesses().filter(this::isOurs).toList();
    }

    private boolean isOurs(ProcessHandle handle) {
        String folder = directory.resolve("demo").toString();
        ProcessHandle.Info info = handle.info();
        return info.command().filter(command -> command.startsWith(folder)).isPresent()
                || info.commandLine().filter(line -> line.contains(folder)).isPresent();
    }

    void killAll() {
        process.destroyForcibly();
        await("nothing of the demo is left").atMost(ENDS).until(() -> {
            processes().forEach(ProcessHandle::destroyForcibly);
            return processes().isEmpty();
        });
    }

    /** As a killed Maven would: nobody is told. */
    void killTheLauncherAlone() {
        process.destroyForcibly();
    }

    int terminate() {
        process.destroy();
        return awaitEnd();
    }

    int awaitEnd() {
        try {
            assertThat(process.waitFor(ENDS.toSeconds(), TimeUnit.SECONDS))
                    .as("the demo ends within %s; it said:%n%s", ENDS, said())
                    .isTrue();
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    void awaitNothingLeft() {
        await("nothing of the demo is left")
                .atMost(ENDS)
                .untilAsserted(() -> assertThat(processes())
                        .extracting(handle -> handle.info().commandLine().orElse(""))
                        .isEmpty());
    }
}
