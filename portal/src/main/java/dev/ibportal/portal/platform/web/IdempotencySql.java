package dev.ibportal.portal.platform.web;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Sql;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Answers that are kept for a day, for requests that are sent again. */
@ApplicationScoped
@SuppressWarnings("ArrayRecordComponent") // bytes on their way to and from a row; nobody compares these records
class IdempotencySql {
    private final FabricDb db;

    IdempotencySql(FabricDb db) {
        this.db = db;
    }

    /** @param requestHash SHA-256 of what makes the request, in hex */
    record Claim(UUID user, String key, String requestHash) {}

    /** @param status absent while the first request is under way */
    record Kept(
            String requestHash,
            @Nullable Integer status,
            @Nullable String location,
            @Nullable String etag,
            @Nullable String body) {}

    /** Empty when the request is the first with its key; it is to be done then. */
    Optional<Kept> claim(Claim claim) {
        return db.write(connection -> {
            Sql.of("DELETE FROM idempotency WHERE user_id = ? AND created_at < now() - interval '1 day'", claim.user())
                    .update(connection);
            int added = Sql.of(
                            "INSERT INTO idempotency (user_id, key, request_hash) VALUES (?, ?, ?)"
                                    + " ON CONFLICT (user_id, key) DO NOTHING",
                            claim.user(),
                            claim.key(),
                            HexFormat.of().parseHex(claim.requestHash()))
                    .update(connection);
            return added == 1
                    ? Optional.empty()
                    : Sql.of(
                                    "SELECT request_hash, status, location, etag, body FROM idempotency"
                                            + " WHERE user_id = ? AND key = ?",
                                    claim.user(),
                                    claim.key())
                            .first(
                                    connection,
                                    row -> new Kept(
                                            HexFormat.of().formatHex(row.getBytes("request_hash")),
                                            row.getObject("status", Integer.class),
                                            row.getString("location"),
                                            row.getString("etag"),
                                            text(row.getBytes("body"))));
        });
    }

    void keep(Claim claim, int status, @Nullable String location, @Nullable String etag, @Nullable String body) {
        db.run(connection -> Sql.of(
                        "UPDATE idempotency SET status = ?, location = ?, etag = ?, body = ? WHERE user_id = ? AND key = ?",
                        status,
                        location,
                        etag,
                        body == null ? null : body.getBytes(StandardCharsets.UTF_8),
                        claim.user(),
                        claim.key())
                .update(connection));
    }

    void forget(Claim claim) {
        db.run(connection -> Sql.of("DELETE FROM idempotency WHERE user_id = ? AND key = ?", claim.user(), claim.key())
                .update(connection));
    }

    private static @Nullable String text(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }
}
