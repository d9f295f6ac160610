package dev.ibportal.e2e.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What a command did.
 *
 * @param argv the whole command line
 * @param status its exit status
 */
public record Ran(List<String> argv, int status, String out, String err) {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    public boolean ok() {
        return status == 0;
    }

    /** This, or an exception with everything the command said. */
    public Ran orThrow() {
        if (!ok()) {
            throw new IllegalStateException(
                    String.join(" ", argv) + " ended with " + status + ": " + (err.isBlank() ? out : err).strip());
        }
        return this;
    }

    static Ran run(List<String> argv) {
        return run(argv, Map.of());
    }

    /** Output goes through files: no reader threads, and no pipe that a surviving grandchild could hold open. */
    static Ran run(List<String> argv, Map<String, String> environment) {
        Path out = temporaryFile();
        Path err = temporaryFile();
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(argv).redirectOutput(out.toFile()).redirectError(err.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            process.getOutputStream().close();
            if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException(String.join(" ", argv) + " did not end within " + PATIENCE);
            }
            return new Ran(argv, process.exitValue(), Files.readString(out), Files.readString(err));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in " + argv, e);
        } finally {
            delete(out);
            delete(err);
        }
    }

    private static Path temporaryFile() {
        try {
            return Files.createTempFile("lab", ".txt");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
