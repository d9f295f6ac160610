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
 * @param rateCode least rate of the broadcast group's members, as the specification's code: 2 is 2.5 Gb/s, 3 is 10, 6 is
 *     20, 7 is 40, 12 is 56, 16 is 100; absent: 10 Gb/s
 * @param serviceLevel 0 to 15; others than 0 only where quality of service is on; absent: 0
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
        @Nullable String defaultMembership,
        @Nullable Integer rateCode,
        @Nullable Integer serviceLevel) {}
