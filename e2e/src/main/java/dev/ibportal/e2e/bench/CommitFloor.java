package dev.ibportal.e2e.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * How many transactions of one INSERT each the database commits in a second: prepared, one connection for each client, as
 * pgbench does it, in the same server with the same settings. Nothing that keeps what it answers is faster, unless it
 * answers several callers by one commit.
 */
final class CommitFloor implements AutoCloseable {
    private final List<Connection> connections = new ArrayList<>();

    CommitFloor(Database database, int clients) throws SQLException {
        for (int i = 0; i < clients; i++) {
            connections.add(database.open("postgres"));
        }
        try (Statement statement = connections.get(0).createStatement()) {
            statement.execute(
                    "CREATE TABLE IF NOT EXISTS commit_floor"
                            + " (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, client int, at timestamptz DEFAULT now())");
        }
    }

    double perSecond(int seconds) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        List<Callable<Integer>> clients = new ArrayList<>();
        for (Connection connection : connections) {
            clients.add(() -> insert(connection, end));
        }
        long begin = System.nanoTime();
        int done = Crowd.all(clients).stream().mapToInt(each -> each).sum();
        return done / ((System.nanoTime() - begin) / 1e9);
    }

    private static int insert(Connection connection, long end) throws SQLException {
        int done = 0;
        try (PreparedStatement statement =
                connection.prepareStatement("INSERT INTO commit_floor (client) VALUES (?)")) {
            while (System.nanoTime() < end) {
                statement.setInt(1, done);
                statement.executeUpdate();
                done++;
            }
        }
        return done;
    }

    @Override
    public void close() throws SQLException {
        for (Connection connection : connections) {
            connection.close();
        }
    }
}
