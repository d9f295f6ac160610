package dev.ibportal.portal.ipam;

import org.jspecify.annotations.Nullable;

/**
 * One address that somebody wants.
 *
 * @param address absent: the lowest free one
 * @param node id or name of the node it is for; absent: nobody yet
 * @param note why it is kept
 * @param until a day or a time: given back then if no interface has it; absent: kept until it is released
 */
public record AddressForm(
        @Nullable String address,
        @Nullable String node,
        @Nullable String note,
        @Nullable String until) {}
