package dev.ibportal.db;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.output.MigrateResult;
import org.jspecify.annotations.Nullable;

/** One PostgreSQL for the run; databases in it that were migrated by an owner who is no superuser. */
final class Database {
    private static final String OWNER = "test_owner";
    private static final String TEMPLATE = "migrated_template";
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final EmbeddedPostgres SERVER = startServer();

    private final String name;

    private Database(String name) {
        this.name = name;
    }

    private static EmbeddedPostgres startServer() {
        try {
            EmbeddedPostgres server = EmbeddedPostgres.builder()
                    .setServerConfig("max_connections", "200")
                    .start();
            try (Connection connection = connect(server, "postgres", "postgres");
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE ROLE " + OWNER + " LOGIN CREATEROLE NOSUPERUSER NOBYPASSRLS");
                statement.execute("CREATE DATABASE " + TEMPLATE + " OWNER " + OWNER);
            }
            flyway(server, TEMPLATE).migrate();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Flyway flyway(EmbeddedPostgres server, String database) {
        return Flyway.configure()
                .dataSource(server.getJdbcUrl(OWNER, database), OWNER, "")
                .locations("classpath:db/migration")
                .load();
    }

    private static Connection connect(EmbeddedPostgres server, String role, String database) throws SQLException {
        return DriverManager.getConnection(server.getJdbcUrl(role, database) + "&stringtype=unspecified");
    }

    /** A migrated database of one's own, without rows. */
    static Database fresh() {
        return create(" TEMPLATE " + TEMPLATE);
    }

    static Database empty() {
        return create("");
    }

    private static Database create(String more) {
        String name = "test_" + COUNT.incrementAndGet();
        try (Connection connection = connect(SERVER, "postgres", "postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name + " OWNER " + OWNER + more);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return new Database(name);
    }

    MigrateResult migrate() {
        return flyway(SERVER, name).migrate();
    }

    Connection as(String role) throws SQLException {
        return connect(SERVER, role, name);
    }

    Connection owner() throws SQLException {
        return as(OWNER);
    }

    Connection fabric() throws SQLException {
        return as("ibportal_fabric");
    }

    /** The application's role, acting for a tenant. */
    Connection app(@Nullable UUID tenant) throws SQLException {
        Connection connection = as("ibportal_app");
        if (tenant != null) {
            run(connection, "SELECT set_config('app.tenant', ?, false)", tenant.toString());
        }
        return connection;
    }

    static void run(Connection connection, String sql, @Nullable Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, values)) {
            statement.execute();
        }
    }

    /** How many rows a changing statement has touched. */
    static int update(Connection connection, String sql, @Nullable Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, values)) {
            return statement.executeUpdate();
        }
    }

    static List<String> column(Connection connection, String sql, @Nullable Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, values);
                ResultSet rows = statement.executeQuery()) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(String.valueOf(rows.getString(1)));
            }
            return found;
        }
    }

    static String one(Connection connection, String sql, @Nullable Object... values) throws SQLException {
        List<String> found = column(connection, sql, values);
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " rows instead of one from " + sql);
        }
        return found.get(0);
    }

    private static PreparedStatement prepare(Connection connection, String sql, @Nullable Object... values)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }
}
