package dev.ibportal.portal.platform.page;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * State of a list, all of it in the query string, so that a link shows another person the same rows. Public for the
 * templates.
 *
 * @param path of the page
 * @param filters in the order of the form; empty ones are left out of links
 * @param sort what the rows are ordered by
 * @param cursor where this page begins; null: at the start
 * @param rows how many rows a page has
 */
public record ListQuery(
        String path,
        Map<String, String> filters,
        String sort,
        boolean descending,
        @Nullable String cursor,
        int rows) {
    /** Of a page, unless the address says otherwise. */
    public static final int ROWS = 50;

    public ListQuery {
        filters = new LinkedHashMap<>(filters);
    }

    public String filter(String name) {
        return filters.getOrDefault(name, "");
    }

    public boolean isFiltered() {
        return filters.values().stream().anyMatch(value -> !value.isEmpty());
    }

    /** The text form of the order, as the API takes it: {@code name} or {@code -name}. */
    public String order() {
        return descending ? "-" + sort : sort;
    }

    public boolean isSortedBy(String key) {
        return sort.equals(key);
    }

    public String ariaSort(String key) {
        if (!isSortedBy(key)) {
            return "none";
        }
        return descending ? "descending" : "ascending";
    }

    /** Pressing the column that is sorted by turns the order round. */
    public String sortHref(String key) {
        boolean turn = isSortedBy(key) && !descending;
        return href(turn ? "-" + key : key, null);
    }

    public boolean sortsDescendingNext(String key) {
        return isSortedBy(key) && !descending;
    }

    public String nextHref(String next) {
        return href(order(), next);
    }

    public String firstHref() {
        return href(order(), null);
    }

    public String selfHref() {
        return href(order(), cursor);
    }

    private String href(String order, @Nullable String from) {
        StringBuilder query = new StringBuilder(path);
        char joint = '?';
        Map<String, String> all = new LinkedHashMap<>(filters);
        all.put("sort", order);
        all.put("rows", rows == ROWS ? "" : Integer.toString(rows));
        all.put("cursor", from == null ? "" : from);
        for (Map.Entry<String, String> entry : all.entrySet()) {
            if (!entry.getValue().isEmpty()) {
                query.append(joint)
                        .append(entry.getKey())
                        .append('=')
                        .append(URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8));
                joint = '&';
            }
        }
        return query.toString();
    }
}
