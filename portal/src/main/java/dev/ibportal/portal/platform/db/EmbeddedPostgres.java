package dev.ibportal.portal.platform.db;

import dev.ibportal.portal.platform.config.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * Real PostgreSQL, unpacked, set up and run by the portal, on loopback only. Its directory keeps everything between
 * starts. A server that was left behind by a killed portal is stopped first, and one that ends while the portal runs is
 * started again.
 */
public final class EmbeddedPostgres implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(EmbeddedPostgres.class);
    private static final String DATABASE = "ibportal";
    private static final int TRIES = 5;

    private final PgCommands commands;
    private final PgSecrets secrets;
    private final PgLock lock;
    private final PgWatch watch;
    private final int port;

    private EmbeddedPostgres(PgCommands commands, PgSecrets secrets, PgLock lock, PgWatch watch, int port) {
        this.commands = commands;
        this.secrets = secrets;
        this.lock = lock;
        this.watch = watch;
        this.port = port;
    }

    /**
     * @param directory where all of it lives; made when it is missing
     * @param port 0 for any free one
     * @param settings more lines of postgresql.conf
     */
    public static EmbeddedPostgres start(Path directory, int port, List<String> settings) {
        return start(directory, port, settings, begun -> {});
    }

    /** @param begun gets what ends the server from the moment on that it may run, while it is still starting too */
    public static EmbeddedPostgres start(
            Path directory, int port, List<String> settings, Consumer<AutoCloseable> begun) {
        try {
            PrivateFiles.makeDirectory(directory);
            PgLock lock = PgLock.take(directory.resolve("portal.lock"));
            PgSecrets secrets = PgSecrets.in(directory.resolve("database-secrets.properties"));
            PgCommands commands = new PgCommands(
                    PgBinaries.unpack(directory), directory.resolve("postgresql"), directory.resolve("postgresql.log"));
            begun.accept(commands::end);
            prepare(commands, secrets, directory);
            int used = startServer(commands, port, settings);
            PgWatch watch = new PgWatch(commands, used, settings);
            watch.begin();
            return new EmbeddedPostgres(commands, secrets, lock, watch, used);
        } catch (IOException e) {
            throw new UncheckedIOException("the embedded PostgreSQL in " + directory + " does not start", e);
        }
    }

    private static void prepare(PgCommands commands, PgSecrets secrets, Path directory) throws IOException {
        if (Files.exists(commands.data().resolve("PG_VERSION"))) {
            commands.stopLeftOver();
            return;
        }
        Path fresh = directory.resolve("postgresql.new");
        PgFiles.delete(fresh);
        commands.initialise(fresh, secrets.superuser());
        Files.move(fresh, commands.data(), StandardCopyOption.ATOMIC_MOVE);
    }

    private static int startServer(PgCommands commands, int port, List<String> settings) throws IOException {
        for (int left = TRIES; ; left--) {
            int candidate = port == 0 ? PgFiles.freePort() : port;
            try {
                commands.start(candidate, settings);
                return candidate;
            } catch (IOException e) {
                if (port != 0 || left == 1) {
                    throw e;
                }
                LOG.debugf("port %d did not work, trying another one", candidate);
            }
        }
    }

    /** Access to the portal's database, which is made, with its owner, when it is missing. */
    public DbAccess database() {
        return database(DATABASE, null);
    }

    /** Access to a database, made from a template when it is missing. */
    public DbAccess database(String name, @org.jspecify.annotations.Nullable String template) {
        try (Connection connection = superuser("postgres");
                Statement statement = connection.createStatement()) {
            if (!exists(statement, "SELECT FROM pg_roles WHERE rolname = ", PgSecrets.OWNER_ROLE)) {
                statement.execute("CREATE ROLE " + PgSecrets.OWNER_ROLE + " LOGIN CREATEROLE NOSUPERUSER PASSWORD "
                        + statement.enquoteLiteral(secrets.owner().password()));
            }
            if (!exists(statement, "SELECT FROM pg_database WHERE datname = ", name)) {
                statement.execute("CREATE DATABASE " + statement.enquoteIdentifier(name, true) + " OWNER "
                        + PgSecrets.OWNER_ROLE + (template == null ? "" : " TEMPLATE " + template));
            }
            return new DbAccess(url(name), secrets.owner(), secrets.app(), secrets.fabric(), secrets.sealer());
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    private static boolean exists(Statement statement, String query, String value) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query + statement.enquoteLiteral(value))) {
            return rows.next();
        }
    }

    public Connection superuser(String database) throws SQLException {
        return DriverManager.getConnection(url(database), PgSecrets.SUPERUSER, secrets.superuser());
    }

    private String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    public int port() {
        return port;
    }

    @Override
    public void close() {
        watch.close();
        try {
            commands.end();
        } catch (IOException e) {
            LOG.warn("the embedded PostgreSQL did not stop", e);
        } finally {
            lock.close();
        }
    }
}
