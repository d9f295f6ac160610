package dev.ibportal.portal.request;

import dev.ibportal.portal.partition.PartitionForm;
import org.jspecify.annotations.Nullable;

/**
 * What somebody asks for, unread.
 *
 * @param tenant id; absent: the tenant acted for
 * @param kind {@code partition} or {@code addresses}
 * @param title what the list calls it
 * @param reason why, for whoever decides
 * @param partition of kind {@code partition}: as it is to be made
 * @param pool of kind {@code addresses}: where from
 * @param addresses how many: held in the pool, or for a new partition as quota
 */
public record RequestForm(
        @Nullable String tenant,
        @Nullable String kind,
        @Nullable String title,
        @Nullable String reason,
        @Nullable PartitionForm partition,
        @Nullable String pool,
        @Nullable Integer addresses) {}
