package dev.ibportal.portal.partition;

import org.jspecify.annotations.Nullable;

/**
 * A partition as somebody wants it, unread.
 *
 * @param tenant id; absent: the tenant acted for
 * @param fabric id or name
 * @param pkey absent: the lowest free one of the fabric's automatic range
 * @param ipoib absent: true
 * @param ibMtu of the broadcast group in bytes; absent: 2048
 * @param mode {@code datagram} or {@code connected}; absent: datagram
 * @param ipMtu of the interfaces in bytes; absent: as large as mode and group allow
 * @param defaultMembership what the form for members proposes; absent: full
 */
public record PartitionForm(
        @Nullable String tenant,
        @Nullable String fabric,
        @Nullable String name,
        @Nullable String description,
        @Nullable String pkey,
        @Nullable Boolean ipoib,
        @Nullable Integer ibMtu,
        @Nullable String mode,
        @Nullable Integer ipMtu,
        @Nullable String defaultMembership) {}
