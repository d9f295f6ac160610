package dev.ibportal.portal.partition;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A member as somebody wants it, unread.
 *
 * @param node id or name
 * @param port id or GUID; absent: the node's only port on the fabric
 * @param membership {@code full} or {@code limited}; there is no default
 * @param mtu absent: follows the partition, also when that changes later
 * @param mode absent: follows the partition
 * @param addresses at most one of a family; absent: one kept for the node, else the lowest free one
 * @param index0 whether the key goes to index 0 of the port's table, so that the port's own interface gets the
 *     addresses; absent: false
 */
public record MemberForm(
        @Nullable String node,
        @Nullable String port,
        @Nullable String membership,
        @Nullable Integer mtu,
        @Nullable String mode,
        @Nullable List<String> addresses,
        @Nullable Boolean index0) {}
