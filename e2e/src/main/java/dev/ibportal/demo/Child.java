package dev.ibportal.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A Java program of ours as a process on a {@link Leash}. What it says goes to its log file. */
public final class Child {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int TAIL = 15;

    private final String name;
    private final Process process;
    private final Path log;

    private Child(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /**
     * What to run.
     *
     * @param jvm options of the JVM
     * @param main class with the main method, from the jar
     */
    public record Program(String name, List<String> jvm, Path jar, String main, List<String> arguments) {
        public Program {
            jvm = List.copyOf(jvm);
            arguments = List.copyOf(arguments);
        }

        List<String> argv() {
            List<String> argv = new ArrayList<>();
            argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            argv.addAll(jvm);
            argv.addAll(List.of(
                    "-cp", Layout.ownClasses() + System.getProperty("path.separator") + jar, Leash.class.getName()));
            argv.add(main);
            argv.addAll(arguments);
            return argv;
        }
    }

    public static Child start(Program program, Layout layout) {
        Path log = layout.log(program.name());
        ProcessBuilder builder = new ProcessBuilder(program.argv())
                .directory(layout.directory().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        // One arena for each thread costs more memory than it saves time.
        builder.environment().putIfAbsent("MALLOC_ARENA_MAX", "2");
        try {
            return new Child(program.name(), builder.start(), log);
        } catch (IOException e) {
            throw new UncheckedIOException("the " + program.name() + " cannot be started", e);
        }
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    CompletableFuture<Child> ended() {
        return process.onExit().thenApply(gone -> this);
    }

    void requireAlive() {
        if (!isAlive()) {
            throw new DemoException("The " + name + " has ended. The end of " + log + ":\n" + tail());
        }
    }

    private String tail() {
        try {
            List<String> lines = Files.readAllLines(log);
            return lines.stream().skip(Math.max(0, lines.size() - TAIL)).collect(Collectors.joining("\n"));
        } catch (IOException e) {
            return "(" + e + ")";
        }
    }

    /** Asks it to end; {@link #stop} waits for that. */
    public void terminate() {
        process.destroy();
    }

    /** SIGKILL; it is gone when this returns. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** Asks it to end, and makes it end when it does not. */
    public void stop() {
        terminate();
        try {
            if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        }
    }
}
