package dev.ibportal.portal.partition;

import dev.ibportal.portal.platform.web.Ref;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A removal that somebody asked for and somebody else decides.
 *
 * @param what is to go, in words
 * @param member null: the whole partition
 * @param state waiting, approved, denied, withdrawn or expired
 */
public record RemovalRequestView(
        UUID id,
        Ref partition,
        String pkey,
        String what,
        @Nullable UUID member,
        String state,
        Ref requestedBy,
        Instant requestedAt,
        Instant expiresAt,
        @Nullable String decidedBy,
        @Nullable Instant decidedAt) {

    public boolean isWaiting() {
        return state.equals("waiting");
    }
}
