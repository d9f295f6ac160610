package dev.ibportal.portal.platform.db;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One SQL statement with its values. Values of our own types go in as their text, which the statement casts
 * ({@code ?::inet}); a list of ids goes in as {@code uuid[]}, any other list as {@code text[]}.
 */
public final class Sql {
    private final String text;
    private final List<@Nullable Object> values;

    private Sql(String text, List<@Nullable Object> values) {
        this.text = text;
        this.values = values;
    }

    public static Sql of(String text, @Nullable Object... values) {
        return new Sql(text, Arrays.asList(values));
    }

    static Sql of(String text, List<@Nullable Object> values) {
        return new Sql(text, values);
    }

    /** A query with these conditions between its two parts. */
    public static Sql of(String text, Where where, String end) {
        return new Sql(text + where.sql() + end, where.values());
    }

    /** Rows that stay in the database until they are wanted; to be closed, and only outside of autocommit. */
    public record Cursor(PreparedStatement statement, ResultSet rows) implements AutoCloseable {
        @Override
        public void close() throws SQLException {
            rows.close();
            statement.close();
        }
    }

    public Cursor cursor(Connection connection, int rowsAtOnce) throws SQLException {
        PreparedStatement statement = prepare(connection);
        try {
            statement.setFetchSize(rowsAtOnce);
            return new Cursor(statement, statement.executeQuery());
        } catch (SQLException | RuntimeException e) {
            statement.close();
            throw e;
        }
    }

    /** Makes one thing of the row the result stands on. */
    @FunctionalInterface
    public interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    public <T> List<T> list(Connection connection, Row<? extends T> row) throws SQLException {
        try (PreparedStatement statement = prepare(connection);
                ResultSet rows = statement.executeQuery()) {
            List<T> all = new ArrayList<>();
            while (rows.next()) {
                all.add(row.read(rows));
            }
            return all;
        }
    }

    /** The first row, if there is any. */
    public <T> Optional<T> first(Connection connection, Row<? extends T> row) throws SQLException {
        try (PreparedStatement statement = prepare(connection);
                ResultSet rows = statement.executeQuery()) {
            return rows.next() ? Optional.of(row.read(rows)) : Optional.empty();
        }
    }

    /** The only row of a query that always has one. */
    public <T> T single(Connection connection, Row<? extends T> row) throws SQLException {
        return this.<T>first(connection, row).orElseThrow(() -> new IllegalStateException("no row: " + text));
    }

    public boolean exists(Connection connection) throws SQLException {
        return first(connection, row -> true).isPresent();
    }

    /** Answers how many rows were touched. */
    public int update(Connection connection) throws SQLException {
        try (PreparedStatement statement = prepare(connection)) {
            return statement.executeUpdate();
        }
    }

    private PreparedStatement prepare(Connection connection) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(text);
        try {
            for (int i = 0; i < values.size(); i++) {
                bind(statement, i + 1, values.get(i));
            }
            return statement;
        } catch (SQLException | RuntimeException e) {
            statement.close();
            throw e;
        }
    }

    private static void bind(PreparedStatement statement, int index, @Nullable Object value) throws SQLException {
        if (value == null) {
            statement.setNull(index, Types.NULL);
        } else if (value instanceof Instant instant) {
            statement.setObject(index, instant.atOffset(ZoneOffset.UTC));
        } else if (value instanceof List<?> list) {
            statement.setArray(index, array(statement.getConnection(), list));
        } else if (value instanceof byte[] bytes) {
            statement.setBytes(index, bytes);
        } else if (value instanceof UUID || value instanceof Number || value instanceof Boolean) {
            statement.setObject(index, value);
        } else {
            statement.setString(index, value.toString());
        }
    }

    private static Array array(Connection connection, List<?> list) throws SQLException {
        boolean ids = list.stream().anyMatch(UUID.class::isInstance);
        return connection.createArrayOf(
                ids ? "uuid" : "text",
                list.stream()
                        .map(value -> ids || value == null ? value : value.toString())
                        .toArray());
    }
}
