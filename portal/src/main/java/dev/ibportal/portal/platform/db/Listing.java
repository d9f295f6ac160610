package dev.ibportal.portal.platform.db;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ibportal.portal.platform.fault.DomainFault.Malformed;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A list that is read in pieces, ordered by the value of a column and then by id, so that the order is total: a piece
 * begins behind the last row of the piece before, whatever came or went meanwhile. The reverse order is the exact
 * reverse.
 */
public final class Listing {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String INVALID_TEXT = "22";

    private final String select;
    private final String from;
    private final String id;
    private final String idType;
    private final Map<String, Order> orders = new LinkedHashMap<>();
    private @Nullable String narrow;

    private Listing(String select, String from, String id, String idType) {
        this.select = select;
        this.from = from;
        this.id = id;
        this.idType = idType;
    }

    /**
     * @param select columns, without the word SELECT
     * @param from tables, without the word FROM and without conditions
     * @param id column of the id (uuid) of what is listed
     */
    public static Listing of(String select, String from, String id) {
        return of(select, from, id, "uuid");
    }

    /** For what is not named by a UUID. */
    public static Listing of(String select, String from, String id, String idType) {
        return new Listing(select, from, id, idType);
    }

    /**
     * Takes the piece out of this one table before the others are joined, whenever order and conditions allow: then a
     * piece of a long list costs no more than one of a short list.
     *
     * @param table with its alias, the first of {@code from}; each of its rows has exactly one row of what is joined
     */
    public Listing narrowFirst(String table) {
        narrow = table;
        return this;
    }

    /** Adds an order by a column that is never null. The first one added is the list's own. */
    public Listing by(String name, String column, String type) {
        orders.put(name, new Order(column, type, false));
        return this;
    }

    /** Like {@link #by}, for a column that is not in the table of {@link #narrowFirst}. */
    public Listing byJoined(String name, String column, String type) {
        orders.put(name, new Order(column, type, true));
        return this;
    }

    private record Order(String column, String type, boolean joined) {}

    private record Cursor(String sort, String value, String id) {
        private Cursor {
            // It comes from outside, where nothing holds anybody to our promises.
            if (Stream.of(sort, value, id).anyMatch(Objects::isNull)) {
                throw new IllegalArgumentException("a part of the cursor is missing");
            }
        }
    }

    public <T> Page<T> page(Connection connection, Where where, PageRequest request, Sql.Row<T> row)
            throws SQLException {
        String sort = request.sort() == null ? orders.keySet().iterator().next() : request.sort();
        boolean reverse = sort.startsWith("-");
        Order order = orders.get(reverse ? sort.substring(1) : sort);
        if (order == null) {
            throw new Malformed("There is no order \"" + sort + "\" here; there are "
                    + String.join(", ", orders.keySet()) + ", each also with - in front.");
        }
        int limit = request.rows();
        Where rows = afterCursor(where, request.cursor(), sort, order, reverse);
        try {
            return cut(read(connection, rows, order, reverse, limit, row), limit, sort);
        } catch (SQLException e) {
            if (request.cursor() != null && String.valueOf(e.getSQLState()).startsWith(INVALID_TEXT)) {
                throw notACursor(e);
            }
            throw e;
        }
    }

    /** One row by its id or other conditions. */
    public <T> List<T> all(Connection connection, Where where, Sql.Row<T> row) throws SQLException {
        return Sql.of("SELECT " + select + " FROM " + from + where.sql(), where.values())
                .list(connection, row);
    }

    private Where afterCursor(Where where, @Nullable String text, String sort, Order order, boolean reverse) {
        if (text == null) {
            return where;
        }
        Cursor cursor = decode(text);
        if (!cursor.sort.equals(sort)) {
            throw new Malformed("The cursor belongs to the order " + cursor.sort + ", not to " + sort + ".");
        }
        return where.and(
                "(%s, %s) %s (?::%s, ?::%s)".formatted(order.column, id, reverse ? "<" : ">", order.type, idType),
                cursor.value,
                cursor.id);
    }

    private <T> List<Entry<T>> read(
            Connection connection, Where where, Order order, boolean reverse, int limit, Sql.Row<T> row)
            throws SQLException {
        String way = reverse ? " DESC" : "";
        String ordered = " ORDER BY " + order.column + way + ", " + id + way;
        String piece = ordered + " LIMIT " + (limit + 1);
        String table = narrow;
        String rows = table == null || order.joined || where.isJoined()
                ? from + where.sql() + piece
                : narrowed(from, table, where.sql() + piece) + ordered;
        String sql = "SELECT (" + order.column + ")::text AS cursor_value, (" + id + ")::text AS cursor_id, " + select
                + " FROM " + rows;
        return Sql.of(sql, where.values()).list(connection, result -> entry(result, row));
    }

    /** {@code address a JOIN …} becomes {@code (SELECT * FROM address a WHERE … LIMIT …) a JOIN …}. */
    private static String narrowed(String from, String table, String conditions) {
        String alias = table.substring(table.lastIndexOf(' ') + 1);
        return "(SELECT * FROM " + table + conditions + ") " + alias
                + from.strip().substring(table.length());
    }

    private record Entry<T>(T item, String value, String id) {}

    private static <T> Entry<T> entry(ResultSet result, Sql.Row<T> row) throws SQLException {
        return new Entry<>(row.read(result), result.getString("cursor_value"), result.getString("cursor_id"));
    }

    private static <T> Page<T> cut(List<Entry<T>> found, int limit, String sort) {
        if (found.size() <= limit) {
            return new Page<>(found.stream().map(Entry::item).toList(), null);
        }
        List<Entry<T>> kept = new ArrayList<>(found.subList(0, limit));
        Entry<T> last = kept.get(limit - 1);
        Cursor next = new Cursor(sort, last.value, last.id);
        return new Page<>(kept.stream().map(Entry::item).toList(), encode(next));
    }

    private static String encode(Cursor cursor) {
        try {
            return Base64.getUrlEncoder().withoutPadding().encodeToString(JSON.writeValueAsBytes(cursor));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("three texts are always JSON", e);
        }
    }

    private static Cursor decode(String text) {
        try {
            String json = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
            Cursor cursor = JSON.readValue(json, Cursor.class);
            // "null" is JSON too
            return Objects.requireNonNull(cursor);
        } catch (IllegalArgumentException | JsonProcessingException | NullPointerException e) {
            throw notACursor(e);
        }
    }

    private static Malformed notACursor(Exception cause) {
        Malformed fault = new Malformed("The cursor is none of this list; take it from \"next\" of the answer before.");
        fault.addSuppressed(cause);
        return fault;
    }
}
