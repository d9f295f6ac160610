package dev.ibportal.portal.platform.db;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Conditions of a query, joined by AND, with their values. Condition texts are constants of our own code. */
public final class Where {
    private final List<String> conditions = new ArrayList<>();
    private final List<@Nullable Object> values = new ArrayList<>();
    private boolean joined;

    public static Where all() {
        return new Where();
    }

    public static Where of(String condition, @Nullable Object... its) {
        return all().and(condition, its);
    }

    /**
     * Rows with these ids. A single one is compared and not looked for in an array: for an array PostgreSQL guesses ten rows
     * where there is one, takes its kept plan for dear, and plans anew each time, which for a list of eight tables takes ten
     * times as long as reading the row.
     */
    public static Where ofIds(String column, List<UUID> ids) {
        return ids.size() == 1 ? of(column + " = ?", ids.get(0)) : of(column + " = ANY (?)", ids);
    }

    public Where and(String condition, @Nullable Object... its) {
        conditions.add("(" + condition + ")");
        values.addAll(Arrays.asList(its));
        return this;
    }

    /** Adds a condition on something else than the table that a list narrows first. */
    public Where andJoined(String condition, @Nullable Object... its) {
        joined = true;
        return and(condition, its);
    }

    /** Adds the condition only if there is something to compare with. */
    public Where andIf(@Nullable Object value, String condition) {
        return value == null ? this : and(condition, value);
    }

    boolean isJoined() {
        return joined;
    }

    String sql() {
        return conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
    }

    List<@Nullable Object> values() {
        return values;
    }
}
