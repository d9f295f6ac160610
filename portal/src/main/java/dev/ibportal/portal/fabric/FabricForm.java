package dev.ibportal.portal.fabric;

import org.jspecify.annotations.Nullable;

/**
 * A fabric as somebody wants it, unread.
 *
 * @param smKind opensm or ufm; {@code null}: opensm, or as it is. A fabric keeps it
 * @param smNode id or name of the node whose daemon runs the subnet manager
 * @param pkeyFirst first PKey that is given automatically; {@code null}: 0x8001
 * @param pkeyLast last PKey that is given automatically; {@code null}: 0xfffe
 * @param quarantineSeconds how long a PKey rests after it was proven absent; {@code null}: 600
 * @param removalApproval whether a second person has to approve removals of members and partitions; {@code null}: no
 * @param defaultMembership of all ports in the default partition; {@code null}: limited
 */
public record FabricForm(
        @Nullable String name,
        @Nullable String smKind,
        @Nullable String smNode,
        @Nullable String pkeyFirst,
        @Nullable String pkeyLast,
        @Nullable Long quarantineSeconds,
        @Nullable String defaultMembership,
        @Nullable Boolean removalApproval) {}
