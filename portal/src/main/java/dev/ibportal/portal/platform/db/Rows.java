package dev.ibportal.portal.platform.db;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads columns of a row. */
public final class Rows {
    private Rows() {}

    public static UUID id(ResultSet row, String column) throws SQLException {
        return row.getObject(column, UUID.class);
    }

    public static @Nullable UUID idOrNull(ResultSet row, String column) throws SQLException {
        return row.getObject(column, UUID.class);
    }

    public static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    public static @Nullable Instant instantOrNull(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    public static @Nullable Integer intOrNull(ResultSet row, String column) throws SQLException {
        return row.getObject(column, Integer.class);
    }

    public static @Nullable Boolean booleanOrNull(ResultSet row, String column) throws SQLException {
        return row.getObject(column, Boolean.class);
    }

    public static List<String> strings(ResultSet row, String column) throws SQLException {
        Array array = row.getArray(column);
        return array == null ? List.of() : List.of((String[]) array.getArray());
    }

    /** The integers of an array column; {@code null} when the column is. */
    public static @Nullable List<Integer> integers(ResultSet row, String column) throws SQLException {
        Array array = row.getArray(column);
        return array == null ? null : List.of((Integer[]) array.getArray());
    }
}
