package dev.ibportal.portal.partition;

import org.jspecify.annotations.Nullable;

/**
 * What can be changed of a member, whole.
 *
 * @param mode absent: follows the partition
 * @param mtu absent: follows the partition
 */
public record MemberChange(
        @Nullable String membership,
        @Nullable String mode,
        @Nullable Integer mtu) {

    static MemberChange of(MemberView member) {
        return new MemberChange(member.membership(), member.mode(), member.mtu());
    }
}
