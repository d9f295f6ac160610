package dev.ibportal.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The PostgreSQL of a portal that was killed: it runs on, and nobody would stop it once the demo has ended. */
final class LeftOverDatabase {
    private static final int PATIENCE_SECONDS = 10;

    private LeftOverDatabase() {}

    static void stop(Layout layout) {
        find(layout).ifPresent(server -> {
            server.destroy();
            try {
                server.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (TimeoutException | ExecutionException e) {
                server.destroyForcibly();
            } catch (InterruptedException e) {
                server.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        });
    }

    /** By its pid file, and only if that process really is the PostgreSQL of this folder. */
    private static Optional<ProcessHandle> find(Layout layout) {
        Path pidFile = layout.portalData().resolve("postgresql").resolve("postmaster.pid");
        try {
            List<String> lines = Files.exists(pidFile) ? Files.readAllLines(pidFile) : List.of();
            return lines.stream()
                    .limit(1)
                    .filter(line -> line.matches("[0-9]{1,18}"))
                    .flatMap(line -> ProcessHandle.of(Long.parseLong(line)).stream())
                    .filter(process -> process.info()
                            .command()
                            .filter(command ->
                                    command.startsWith(layout.portalData().toString()))
                            .isPresent())
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
