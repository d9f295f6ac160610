package dev.ibportal.portal.ipam;

import org.jspecify.annotations.Nullable;

/**
 * One address that somebody wants.
 *
 * @param address absent: the lowest free one
 * @param node id or name of the node it is for; absent: nobody yet
 */
public record AddressForm(
        @Nullable String address,
        @Nullable String node,
        @Nullable String note) {}
