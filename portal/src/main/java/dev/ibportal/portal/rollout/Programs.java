package dev.ibportal.portal.rollout;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs programs of the portal's host, never through a shell. */
record Programs(Duration limit) {
    private static final int MOST = 1 << 20;
    private static final int SAID = 500;

    /** @param code -1: it could not be run, or did not end in time */
    record Ended(int code, String out) {
        boolean well() {
            return code == 0;
        }

        /** The end of what it said. */
        String said() {
            return out.length() <= SAID ? out : out.substring(out.length() - SAID);
        }
    }

    Ended run(List<String> argv) {
        try {
            Process process = new ProcessBuilder(argv)
                    .redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .start();
            CompletableFuture<String> out = CompletableFuture.supplyAsync(() -> read(process.getInputStream()));
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                return new Ended(-1, argv.get(0) + " did not end within " + limit.toSeconds() + " s");
            }
            return new Ended(process.exitValue(), out.join());
        } catch (IOException e) {
            return new Ended(-1, argv.get(0) + " could not be run: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Ended(-1, argv.get(0) + " was not waited for: the portal stops");
        }
    }

    private static String read(InputStream out) {
        try (out) {
            return new String(out.readNBytes(MOST), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
