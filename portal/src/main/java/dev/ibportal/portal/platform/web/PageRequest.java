package dev.ibportal.portal.platform.web;

import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.QueryParam;
import org.jspecify.annotations.Nullable;

/**
 * Which piece of a list is wanted; a {@code @BeanParam}.
 *
 * @param limit how many rows at most
 * @param cursor {@code next} of the piece before
 * @param sort name of an order, with {@code -} in front for the reverse
 */
public record PageRequest(
        @QueryParam("limit") @DefaultValue("50") int limit,
        @QueryParam("cursor") @Nullable String cursor,
        @QueryParam("sort") @Nullable String sort) {
    public static final int MOST = 500;

    /** The first rows in the list's own order. */
    public static PageRequest first(int limit) {
        return new PageRequest(limit, null, null);
    }
}
