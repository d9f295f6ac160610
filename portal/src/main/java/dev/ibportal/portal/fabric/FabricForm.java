package dev.ibportal.portal.fabric;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fabric as somebody wants it, unread. A change leaves what it does not name as it is: a body that forgets the node of the
 * subnet manager or the second person must not take either away.
 *
 * @param smKind opensm or ufm; {@code null}: opensm, or as it is. A fabric keeps it
 * @param smNode id or name of the node whose daemon runs the subnet manager; empty: none; {@code null}: none, or as it is
 * @param pkeyFirst first PKey that is given automatically; {@code null}: 0x8001, or as it is
 * @param pkeyLast last PKey that is given automatically; {@code null}: 0xfffe, or as it is
 * @param quarantineSeconds how long a PKey rests after it was proven absent; {@code null}: 600, or
 *     as it is
 * @param removalApproval whether a second person has to approve removals of members and partitions; {@code null}: no,
 *     or as it is
 * @param smStandbys ids or names of nodes whose subnet managers stand by; {@code null}: as they are
 * @param reservedPkeys ranges that nobody gets, {@code 0x8001 - 0x800f}; {@code null}: as they are
 * @param requestOnlyPkeys ranges that are given only to who names one of their keys; {@code null}: as they are
 * @param confirm the fabric's name, needed to open the default partition of one that is in use; else ignored
 * @param defaultMembership of all ports in the default partition; {@code null}: limited, or as it is
 */
public record FabricForm(
        @Nullable String name,
        @Nullable String smKind,
        @Nullable String smNode,
        @Nullable String pkeyFirst,
        @Nullable String pkeyLast,
        @Nullable Long quarantineSeconds,
        @Nullable String defaultMembership,
        @Nullable Boolean removalApproval,
        @Nullable List<String> smStandbys,
        @Nullable List<String> reservedPkeys,
        @Nullable List<String> requestOnlyPkeys,
        @Nullable String confirm) {

    /** With what a change does not name filled in. */
    FabricForm onto(FabricView before) {
        FabricView.SmNode node = before.smNode();
        return new FabricForm(
                name,
                smKind,
                smNode == null && node != null ? node.id().toString() : smNode,
                pkeyFirst == null ? before.pkeyFirst() : pkeyFirst,
                pkeyLast == null ? before.pkeyLast() : pkeyLast,
                quarantineSeconds == null ? Long.valueOf(before.quarantineSeconds()) : quarantineSeconds,
                defaultMembership == null ? before.defaultMembership() : defaultMembership,
                removalApproval == null ? Boolean.valueOf(before.removalApproval()) : removalApproval,
                smStandbys,
                reservedPkeys,
                requestOnlyPkeys,
                confirm);
    }
}
