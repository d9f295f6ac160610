package dev.ibportal.portal.platform.db;

import dev.ibportal.portal.platform.config.PrivateFiles;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/** Runs {@code initdb} and {@code pg_ctl}. */
final class PgCommands {
    private static final Logger LOG = Logger.getLogger(PgCommands.class);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String OUR_SETTINGS = "ibportal.conf";

    private final Path home;
    private final Path data;
    private final Path log;
    private boolean ended;

    PgCommands(Path home, Path data, Path log) {
        this.home = home.toAbsolutePath();
        this.data = data.toAbsolutePath();
        this.log = log.toAbsolutePath();
    }

    Path data() {
        return data;
    }

    void initialise(Path into, String superuserPassword) throws IOException {
        Path passwordFile = into.resolveSibling("superuser.password");
        PrivateFiles.write(passwordFile, superuserPassword + "\n");
        try {
            run(
                    "initdb",
                    "-D",
                    into.toAbsolutePath().toString(),
                    "-U",
                    PgSecrets.SUPERUSER,
                    "--encoding=UTF8",
                    "--locale=C",
                    "--data-checksums",
                    "--auth=scram-sha-256",
                    "--no-instructions",
                    "--pwfile=" + passwordFile.toAbsolutePath());
        } finally {
            Files.delete(passwordFile);
        }
        Files.writeString(
                into.resolve("postgresql.conf"), "\ninclude '" + OUR_SETTINGS + "'\n", StandardOpenOption.APPEND);
    }

    synchronized void start(int port, List<String> more) throws IOException {
        if (ended) {
            throw new IOException("the portal ends, so its database is not started any more");
        }
        List<String> settings = new ArrayList<>(List.of(
                "port = " + port,
                "listen_addresses = '127.0.0.1'",
                "unix_socket_directories = ''",
                "max_connections = 100",
                "shared_buffers = '64MB'",
                // A minute without statistics is a minute of plans for empty tables after thousands of rows came at
                // once.
                "autovacuum_naptime = '10s'",
                "jit = off",
                "timezone = 'UTC'",
                "log_timezone = 'UTC'"));
        settings.addAll(more);
        PrivateFiles.write(data.resolve(OUR_SETTINGS), String.join("\n", settings) + "\n");
        run("pg_ctl", "start", "-w", "-t", "60", "-s", "-D", data.toString(), "-l", log.toString());
    }

    /** Stops it, after its start where that is under way, and for good. */
    synchronized void end() throws IOException {
        ended = true;
        if (server().isPresent()) {
            stop();
        }
    }

    void stop() throws IOException {
        run("pg_ctl", "stop", "-w", "-t", "30", "-s", "-m", "fast", "-D", data.toString());
    }

    /**
     * After a kill the server runs on without a portal, or its pid file names a process that is gone or, since numbers
     * come round again, is somebody else's. We hold the directory's lock, so no other portal uses it. The pid file is
     * what PostgreSQL recognises its own orphans by, so it goes only when there are none.
     */
    void stopLeftOver() throws IOException {
        if (!Files.exists(pidFile())) {
            return;
        }
        if (server().isPresent()) {
            LOG.info("stopping the PostgreSQL that a killed portal has left behind");
            stop();
        }
        awaitOrphans();
        if (named().isPresent()) {
            Files.deleteIfExists(pidFile());
        }
    }

    /** Returns when the server has ended, at once when there is none. */
    void awaitEnd() throws IOException, InterruptedException {
        Optional<ProcessHandle> server = server();
        try {
            if (server.isPresent()) {
                server.get().onExit().get();
            }
        } catch (ExecutionException e) {
            throw new IOException("the PostgreSQL server cannot be watched", e);
        }
    }

    private Path pidFile() {
        return data.resolve("postmaster.pid");
    }

    private Optional<ProcessHandle> server() throws IOException {
        return named().filter(this::isOurs);
    }

    /** The process that has the number in the pid file. */
    private Optional<ProcessHandle> named() throws IOException {
        if (!Files.exists(pidFile())) {
            return Optional.empty();
        }
        return Files.readAllLines(pidFile()).stream()
                .limit(1)
                .filter(line -> line.matches("\\d{1,18}"))
                .flatMap(line -> ProcessHandle.of(Long.parseLong(line)).stream())
                .findFirst();
    }

    private boolean isOurs(ProcessHandle process) {
        String postgres = home.resolve("bin").resolve("postgres").toString();
        return process.info().command().filter(postgres::equals).isPresent();
    }

    /** Processes of a killed server end by themselves when they notice. */
    private void awaitOrphans() throws IOException {
        try {
            for (int left = 100; ProcessHandle.allProcesses().anyMatch(this::isOurs); left--) {
                if (left == 0) {
                    throw new IOException("processes of a killed PostgreSQL server still run in " + data);
                }
                TimeUnit.MILLISECONDS.sleep(100);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a killed PostgreSQL server ended");
        }
    }

    private void run(String program, String... arguments) throws IOException {
        List<String> argv = new ArrayList<>(PgUser.prefix());
        argv.add(home.resolve("bin").resolve(program).toString());
        argv.addAll(List.of(arguments));
        Path output = Files.createTempFile(log.getParent(), program, ".out");
        try {
            ProcessBuilder builder = new ProcessBuilder(argv)
                    .redirectErrorStream(true)
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(output.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
            int code = await(builder.start(), program);
            if (code != 0) {
                String said = Files.readString(output, StandardCharsets.UTF_8).strip();
                throw new IOException(program + " ended with " + code + ": " + said + " (see " + log + ")");
            }
        } finally {
            Files.delete(output);
        }
    }

    private static int await(Process process, String program) throws IOException {
        try {
            if (process.waitFor(PATIENCE.plusSeconds(10).toSeconds(), TimeUnit.SECONDS)) {
                return process.exitValue();
            }
            process.destroyForcibly();
            throw new IOException(program + " did not end within " + PATIENCE.toSeconds() + " s");
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(program + " was interrupted");
        }
    }
}
