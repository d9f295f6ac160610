package dev.ibportal.portal.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The data store of people who install nothing: it keeps its data whatever happens to portal or server. */
class EmbeddedPostgresTest {
    @TempDir
    Path directory;

    @Test
    void dataOutlivesAStopAKilledServerAndAKilledPortal() throws Exception {
        try (EmbeddedPostgres server = start()) {
            write(server, "CREATE TABLE kept (what text)");
            write(server, "INSERT INTO kept VALUES ('stop')");
            assertThatThrownBy(this::start).hasStackTraceContaining("another portal is using");
        }

        try (EmbeddedPostgres server = start()) {
            write(server, "INSERT INTO kept VALUES ('killed server')");
            ProcessHandle.of(serverPid()).orElseThrow().destroyForcibly();
            Awaitility.await().ignoreExceptions().until(() -> read(server).size() == 2);
        }

        killAPortal();
        assertThat(ProcessHandle.of(serverPid())).as("its server runs on").isPresent();

        try (EmbeddedPostgres server = start()) {
            assertThat(read(server)).containsExactly("stop", "killed server", "killed portal");
        }

        Files.writeString(pidFile(), ProcessHandle.current().pid() + "\n");
        try (EmbeddedPostgres server = start()) {
            assertThat(read(server))
                    .as("the lock names a process that is another one now")
                    .hasSize(3);
        }
    }

    @Test
    void onlyThoseWithThePasswordGetInAndOnlyFromThisMachine() throws Exception {
        try (EmbeddedPostgres server = start()) {
            DbAccess access = server.database();
            assertThatThrownBy(() -> DriverManager.getConnection(access.url(), "postgres", "wrong"))
                    .isInstanceOf(SQLException.class);
            assertThat(asked(server, "SHOW listen_addresses")).containsExactly("127.0.0.1");
            assertThat(asked(server, "SHOW fsync")).containsExactly("on");
            assertThat(asked(server, "SELECT DISTINCT auth_method FROM pg_hba_file_rules"))
                    .containsExactly("scram-sha-256");
        }
        Path secrets = directory.resolve("data").resolve("database-secrets.properties");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secrets)))
                .isEqualTo("rw-------");
    }

    private EmbeddedPostgres start() {
        return EmbeddedPostgres.start(directory.resolve("data"), 0, List.of());
    }

    private Path pidFile() {
        return directory.resolve("data").resolve("postgresql").resolve("postmaster.pid");
    }

    private long serverPid() throws IOException {
        return Long.parseLong(Files.readAllLines(pidFile()).get(0));
    }

    private static void write(EmbeddedPostgres server, String sql) throws SQLException {
        DbAccess access = server.database();
        try (Connection owner = DriverManager.getConnection(
                access.url(), access.owner().role(), access.owner().password())) {
            Sql.of(sql).update(owner);
        }
    }

    private static List<String> read(EmbeddedPostgres server) throws SQLException {
        return asked(server, "SELECT what FROM kept ORDER BY ctid");
    }

    private static List<String> asked(EmbeddedPostgres server, String sql) throws SQLException {
        server.database();
        try (Connection connection = server.superuser("ibportal")) {
            return Sql.of(sql).list(connection, row -> row.getString(1));
        }
    }

    /** In a process of its own, which ends the way {@code kill -9} ends it. */
    private void killAPortal() throws Exception {
        Process portal = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Portal.class.getName(),
                        directory.resolve("data").toString())
                .redirectError(directory.resolve("portal.log").toFile())
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(portal.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(said.lines().filter("ready"::equals).findFirst())
                    .as(Files.readString(directory.resolve("portal.log")))
                    .isPresent();
        } finally {
            portal.destroyForcibly();
        }
        assertThat(portal.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    /** Holds the directory, as a portal does. */
    static final class Portal {
        private Portal() {}

        public static void main(String[] arguments) throws Exception {
            EmbeddedPostgres server = EmbeddedPostgres.start(Path.of(arguments[0]), 0, List.of());
            write(server, "INSERT INTO kept VALUES ('killed portal')");
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8).println("ready");
            Thread.sleep(TimeUnit.MINUTES.toMillis(5));
        }
    }
}
