package dev.ibportal.portal.ipam;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Many addresses that somebody wants at once, all or none.
 *
 * @param count so many, for nobody yet
 * @param nodes ids or names: one for each of these
 * @param withoutAddress true: one for each member of the partition that has none of this family; exactly one of
 *     {@code count}, {@code nodes} and this is given
 */
public record AddressBulkForm(
        @Nullable Integer count,
        @Nullable List<String> nodes,
        @Nullable Boolean withoutAddress,
        @Nullable String note) {}
