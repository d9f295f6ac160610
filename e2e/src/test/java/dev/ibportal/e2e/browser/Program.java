package dev.ibportal.e2e.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One of our own programs, run as the process that it is for people; its output is kept in a file. */
final class Program implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 40;

    private final Process process;
    private final Path log;

    private Program(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** @param jar as it was built, beside this module */
    static Program java(Path directory, String name, List<String> options, Path jar, String... arguments) {
        if (!Files.exists(jar)) {
            throw new IllegalStateException(jar.toAbsolutePath() + " is missing: build the whole project first");
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("-jar");
        command.add(jar.toAbsolutePath().toString());
        command.addAll(List.of(arguments));
        Path log = directory.resolve(name + ".log");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            return new Program(process, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fails at once, with what it said, when the program has ended by itself. */
    void requireAlive() {
        if (!process.isAlive()) {
            throw new IllegalStateException("ended with " + process.exitValue() + ":\n" + output());
        }
    }

    String output() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
