package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.PreparedStatement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** Looks up personal tokens. When one was last used is written at most once a minute. */
@ApplicationScoped
class Tokens {
    private static final Duration LAZY = Duration.ofMinutes(1);

    private final ActorSql people;
    private final FabricDb db;
    private final Clock clock;

    Tokens(ActorSql people, FabricDb db, Clock clock) {
        this.people = people;
        this.db = db;
        this.clock = clock;
    }

    Actor actor(String token) {
        if (!Secrets.isToken(token)) {
            throw new DomainFault.Unauthenticated(
                    "This is no token of this portal: it starts with ibp_ or ibs_ and its check sum must be right.");
        }
        Instant now = clock.instant();
        ActorSql.Found found = people.byToken(Secrets.hash(token), now)
                .orElseThrow(() ->
                        new DomainFault.Unauthenticated("The token is unknown, expired or revoked; make a new one."));
        if (found.lastUsed() == null || found.lastUsed().plus(LAZY).isBefore(now)) {
            used(UUID.fromString(found.credential()), now);
        }
        return found.actor();
    }

    private void used(UUID token, Instant now) {
        db.run(connection -> {
            try (PreparedStatement s =
                    connection.prepareStatement("UPDATE api_token SET last_used_at = ? WHERE id = ?")) {
                s.setObject(1, ActorSql.utc(now));
                s.setObject(2, token);
                s.executeUpdate();
            }
        });
    }
}
