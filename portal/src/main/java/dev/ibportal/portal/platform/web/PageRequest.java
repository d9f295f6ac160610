package dev.ibportal.portal.platform.web;

import dev.ibportal.portal.platform.fault.DomainFault.Malformed;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.QueryParam;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * Which piece of a list is wanted; a {@code @BeanParam}.
 *
 * @param limit how many rows at most, as it was written; {@link #rows} reads it
 * @param cursor {@code next} of the piece before
 * @param sort name of an order, with {@code -} in front for the reverse
 */
public record PageRequest(
        @QueryParam("limit")
        @DefaultValue("50")
        @Parameter(
                schema =
                        @Schema(
                                type = SchemaType.INTEGER,
                                format = "int32",
                                minimum = "1",
                                maximum = "500",
                                defaultValue = "50"))
        String limit,

        @QueryParam("cursor") @Nullable String cursor,
        @QueryParam("sort") @Nullable String sort) {
    public static final int MOST = 500;

    public static PageRequest of(int limit, @Nullable String cursor, @Nullable String sort) {
        return new PageRequest(Integer.toString(limit), cursor, sort);
    }

    /** The first rows in the list's own order. */
    public static PageRequest first(int limit) {
        return of(limit, null, null);
    }

    /** The same piece in another order. */
    public PageRequest sortedBy(String order) {
        return new PageRequest(limit, cursor, order);
    }

    /**
     * How many rows at most.
     *
     * @throws Malformed if the limit is no number, or none from 1 to {@link #MOST}
     */
    public int rows() {
        return QueryValues.number("limit", limit, 1, MOST);
    }
}
