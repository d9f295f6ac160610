package dev.ibportal.portal.people;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An invitation.
 *
 * @param state open, accepted, revoked or expired
 * @param acceptedBy who has used it
 * @param secret only in the answer that made it; the link is {@code /invitation/} and this
 */
public record InvitationView(
        UUID id,
        String role,
        String note,
        String state,
        String invitedBy,
        Instant createdAt,
        Instant expiresAt,
        @Nullable String acceptedBy,
        @Nullable Instant acceptedAt,
        @Nullable String secret) {
    InvitationView shown(String text) {
        return new InvitationView(id, role, note, state, invitedBy, createdAt, expiresAt, acceptedBy, acceptedAt, text);
    }

    public boolean isOpen() {
        return state.equals("open");
    }
}
