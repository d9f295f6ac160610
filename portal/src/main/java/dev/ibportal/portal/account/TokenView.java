package dev.ibportal.portal.account;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A token.
 *
 * @param prefix its beginning, by which its owner recognises it
 * @param scopes permissions that it is narrowed to; null: all of its owner's
 * @param token the token itself, only in the answer that made it
 */
public record TokenView(
        UUID id,
        String name,
        String prefix,
        @Nullable List<String> scopes,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant lastUsedAt,
        @Nullable String token) {
    public TokenView {
        scopes = scopes == null ? null : List.copyOf(scopes);
    }

    TokenView shown(String secret) {
        return new TokenView(id, name, prefix, scopes, createdAt, expiresAt, lastUsedAt, secret);
    }

    /** For pages. */
    public String scopesText() {
        return scopes == null ? "" : String.join(", ", scopes);
    }
}
