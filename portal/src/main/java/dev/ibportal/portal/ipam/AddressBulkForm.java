package dev.ibportal.portal.ipam;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Many addresses that somebody wants at once, all or none.
 *
 * @param count so many, for nobody yet
 * @param nodes ids or names: one for each of these; either this or {@code count}
 */
public record AddressBulkForm(
        @Nullable Integer count,
        @Nullable List<String> nodes,
        @Nullable String note) {}
