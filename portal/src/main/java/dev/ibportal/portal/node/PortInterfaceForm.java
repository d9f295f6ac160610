package dev.ibportal.portal.node;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a port's own interface should be like, whole and unread.
 *
 * @param mode {@code datagram} or {@code connected}; absent: datagram
 * @param mtu absent: as large as mode and broadcast group allow
 * @param addresses with the lengths of their prefixes, for example {@code 10.20.0.11/16}; absent: none
 * @param transmitQueueLength packets that may wait; absent: as it is
 * @param channels combined channels, where the adapter has any; absent: as they are
 * @param profile {@code none} or {@code ipoib}; absent: none
 */
public record PortInterfaceForm(
        @Nullable String mode,
        @Nullable Integer mtu,
        @Nullable List<String> addresses,
        @Nullable Integer transmitQueueLength,
        @Nullable Integer channels,
        @Nullable String profile) {}
