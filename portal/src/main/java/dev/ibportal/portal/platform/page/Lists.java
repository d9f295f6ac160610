package dev.ibportal.portal.platform.page;

import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.portal.platform.web.QueryValues;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.UriInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the state of a list from the query string. */
public final class Lists {
    private Lists() {}

    /**
     * @param order what the rows are ordered by when nobody says anything, with {@code -} in front for the reverse
     * @param filters names of the query parameters that narrow the list
     */
    public static ListQuery read(UriInfo uri, String order, List<String> filters) {
        MultivaluedMap<String, String> query = uri.getQueryParameters();
        Map<String, String> values = new LinkedHashMap<>();
        filters.forEach(name -> values.put(
                name,
                Optional.ofNullable(query.getFirst(name)).map(String::strip).orElse("")));
        String sort = Optional.ofNullable(query.getFirst("sort"))
                .filter(text -> !text.isEmpty())
                .orElse(order);
        boolean descending = sort.startsWith("-");
        return new ListQuery(
                uri.getPath(),
                values,
                descending ? sort.substring(1) : sort,
                descending,
                query.getFirst("cursor"),
                rows(query.getFirst("rows")));
    }

    private static int rows(@Nullable String text) {
        return text == null ? ListQuery.ROWS : QueryValues.number("rows", text, 1, PageRequest.MOST);
    }

    /** The filter's value; null when it is not set. */
    public static @Nullable String filter(ListQuery list, String name) {
        return list.filter(name).isEmpty() ? null : list.filter(name);
    }

    public static PageRequest request(ListQuery list) {
        return PageRequest.of(list.rows(), list.cursor(), list.order());
    }
}
