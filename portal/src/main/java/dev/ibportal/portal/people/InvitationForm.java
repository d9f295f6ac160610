package dev.ibportal.portal.people;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Somebody is to be invited.
 *
 * @param note for whom it is, as a reminder
 * @param expiresAt absent: in seven days
 */
public record InvitationForm(
        @Nullable String role,
        @Nullable String note,
        @Nullable Instant expiresAt) {}
