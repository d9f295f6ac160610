package dev.ibportal.portal.testing;

import dev.ibportal.portal.platform.db.DbAccess;
import dev.ibportal.portal.platform.db.EmbeddedPostgres;
import dev.ibportal.portal.platform.db.Migrations;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One PostgreSQL for the whole run and a fresh, migrated database each time Quarkus starts. Everything in it happens as the
 * application's own roles.
 */
public final class EmbeddedDatabase implements QuarkusTestResourceLifecycleManager {
    private static final String TEMPLATE = "portal_template";
    private static final String DEADLOCK = "40P01";
    private static final int TRUNCATE_TRIES = 10;
    private static final String SERVERS = "portal.test.database-servers";

    /** See World: what tests put in place leaves no event behind. */
    private static final String FORGET = """
            CREATE FUNCTION test_forget(p_request uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
            BEGIN
              SET LOCAL session_replication_role = replica;
              DELETE FROM audit_event WHERE request_id = p_request;
              SET LOCAL session_replication_role = origin;
            END $$""";

    private static final AtomicInteger COUNT = new AtomicInteger();
    private static @Nullable EmbeddedPostgres server;

    @Override
    public Map<String, String> start() {
        EmbeddedPostgres running = server();
        return running.database("portal_test_" + COUNT.incrementAndGet(), TEMPLATE)
                .datasources();
    }

    private static synchronized EmbeddedPostgres server() {
        if (server == null) {
            EmbeddedPostgres fresh = EmbeddedPostgres.start(
                    Path.of("target", "test-database" + number()), 0, List.of("fsync = off", "full_page_writes = off"));
            Runtime.getRuntime().addShutdownHook(new Thread(fresh::close));
            dropOld(fresh);
            DbAccess template = fresh.database(TEMPLATE, null);
            Migrations.run(template);
            asSuperuser(fresh, TEMPLATE, FORGET);
            server = fresh;
        }
        return server;
    }

    /** Tests with a profile of their own see other classes, and so start a server of their own beside the first one. */
    private static String number() {
        int before = Integer.getInteger(SERVERS, 0);
        System.setProperty(SERVERS, String.valueOf(before + 1));
        return before == 0 ? "" : "-" + before;
    }

    private static void dropOld(EmbeddedPostgres fresh) {
        try (Connection connection = fresh.superuser("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + TEMPLATE);
            for (int i = 1; i <= 50; i++) {
                statement.execute("DROP DATABASE IF EXISTS portal_test_" + i);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Does something to the running database that no role of the application could do. */
    public static void asSuperuser(String url, String sql) {
        String name = url.substring(url.lastIndexOf('/') + 1).replaceAll("\\?.*", "");
        asSuperuser(server(), name, sql);
    }

    private static void asSuperuser(EmbeddedPostgres to, String database, String sql) {
        try (Connection connection = to.superuser(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Deletes every row but Flyway's and what was set up at the start, which no role of the application could do: the audit log stays as it is written. */
    static void empty(String url) {
        String name = url.substring(url.lastIndexOf('/') + 1);
        for (int tries = 1; !truncate(name, tries == TRUNCATE_TRIES); tries++) {
            // background work held what the other half of the statement wanted; its transactions are short
        }
    }

    private static boolean truncate(String name, boolean last) {
        try (Connection connection = server().superuser(name.replaceAll("\\?.*", ""));
                Statement statement = connection.createStatement()) {
            // No trigger: this is no event of the portal's life.
            statement.execute("SET session_replication_role = replica");
            statement.execute("""
                    DO $$ BEGIN
                      EXECUTE (SELECT 'TRUNCATE ' || string_agg(quote_ident(tablename), ', ') || ' RESTART IDENTITY'
                               FROM pg_tables WHERE schemaname = 'public'
                                 AND tablename NOT IN ('flyway_schema_history', 'network_room'));
                    END $$""");
            return true;
        } catch (SQLException e) {
            if (DEADLOCK.equals(e.getSQLState()) && !last) {
                return false;
            }
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void stop() {
        // The server serves the next start of Quarkus too, and ends with the JVM.
    }
}
