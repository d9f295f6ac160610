package dev.ibportal.e2e.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.PGConnection;

/**
 * The least that the way from "saved" to "in sync" costs on this machine, by the same PostgreSQL and the same kind of
 * streams, with nothing of the product in it: one transaction that inserts a row for each node and notifies; the wake-up;
 * a query; one message with all members to one stream and its answer; one update of all rows; a message to each node's
 * stream and all answers; one update of all rows.
 */
final class Floor implements AutoCloseable {
    private static final int ITEM_BYTES = 40;
    private static final int SPEC_BYTES = 400;
    private static final int WAKE_UP_MILLIS = 10_000;

    private final int nodes;
    private final Connection writer;
    private final Connection listener;
    private final Echo echo;
    private int round;

    private Floor(Connection writer, Connection listener, int nodes) throws SQLException {
        this.writer = writer;
        this.listener = listener;
        this.nodes = nodes;
        this.echo = Echo.of(nodes);
        writer.setAutoCommit(false);
        try (Statement statement = writer.createStatement();
                Statement listen = listener.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS floor (round int, node int, spec text, state text,"
                    + " PRIMARY KEY (round, node)) WITH (fillfactor = 50)");
            writer.commit();
            listen.execute("LISTEN floor");
        }
    }

    static Floor with(Database database, int nodes) throws SQLException {
        return new Floor(database.open("postgres"), database.open("postgres"), nodes);
    }

    /** In nanoseconds. */
    long round() throws SQLException, InterruptedException {
        round++;
        long begin = System.nanoTime();
        update("INSERT INTO floor SELECT ?, n, repeat('x', 200), 'pending' FROM generate_series(1, " + nodes + ") n");
        notifyAndCommit();
        awaitWakeUp();
        read();
        echo.round(1, nodes * ITEM_BYTES);
        update("UPDATE floor SET state = 'effective' WHERE round = ?");
        notifyAndCommit();
        awaitWakeUp();
        read();
        echo.round(nodes, SPEC_BYTES);
        update("UPDATE floor SET state = 'in sync' WHERE round = ?");
        writer.commit();
        return System.nanoTime() - begin;
    }

    private void update(String sql) throws SQLException {
        try (PreparedStatement statement = writer.prepareStatement(sql)) {
            statement.setInt(1, round);
            statement.executeUpdate();
        }
    }

    private void notifyAndCommit() throws SQLException {
        try (Statement statement = writer.createStatement()) {
            statement.execute("NOTIFY floor");
        }
        writer.commit();
    }

    private void awaitWakeUp() throws SQLException {
        listener.unwrap(PGConnection.class).getNotifications(WAKE_UP_MILLIS);
    }

    private void read() throws SQLException {
        try (PreparedStatement statement =
                listener.prepareStatement("SELECT node, spec, state FROM floor WHERE round = ?")) {
            statement.setInt(1, round);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    rows.getString(2);
                }
            }
        }
    }

    @Override
    public void close() {
        echo.close();
        try (writer;
                listener) {
            writer.rollback();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
