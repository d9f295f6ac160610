package dev.ibportal.portal.account;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.Secrets;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.types.DisplayName;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Personal tokens of the person who asks, for programs that act as them. */
@ApplicationScoped
public class TokenService {
    private static final String KIND = "token";
    private static final Duration USUAL = Duration.ofDays(90);
    private static final Duration LONGEST = Duration.ofDays(366);

    private final TokenSql sql;
    private final FabricDb db;
    private final AuditLog audit;
    private final CurrentActor actors;
    private final Clock clock;

    TokenService(TokenSql sql, FabricDb db, AuditLog audit, CurrentActor actors, Clock clock) {
        this.sql = sql;
        this.db = db;
        this.audit = audit;
        this.actors = actors;
        this.clock = clock;
    }

    public Page<TokenView> list(PageRequest page) {
        UUID user = actors.get().requireUserId();
        return db.read(connection -> sql.page(connection, user, page));
    }

    public TokenView create(TokenForm form) {
        Actor actor = actors.get();
        DisplayName name = Field.required("name", form.name(), DisplayName::new);
        Instant expires = expiry(form.expiresAt());
        String token = Secrets.newToken();
        UUID id = UUID.randomUUID();
        return db.write(connection -> {
            sql.insert(connection, id, actor.requireUserId(), name, token, expires);
            audit.record(
                    connection,
                    AuditEntry.success("token.create", KIND, id, name.text())
                            .after(Map.of("prefix", Secrets.shown(token), "expiresAt", expires)));
            TokenView made = sql.find(connection, actor.requireUserId(), id).orElseThrow();
            return new TokenView(
                    made.id(), made.name(), made.prefix(), made.createdAt(), made.expiresAt(), null, token);
        });
    }

    private Instant expiry(@Nullable Instant wanted) {
        Instant now = clock.instant();
        if (wanted == null) {
            return now.plus(USUAL);
        }
        if (!wanted.isAfter(now) || wanted.isAfter(now.plus(LONGEST))) {
            throw new DomainFault.Invalid(
                    "expiresAt", wanted + " is not within the next " + LONGEST.toDays() + " days");
        }
        return wanted;
    }

    public void revoke(UUID id) {
        UUID user = actors.get().requireUserId();
        db.run(connection -> {
            TokenView token = sql.find(connection, user, id).orElseThrow(() -> new DomainFault.NotFound(KIND, id));
            sql.revoke(connection, id, clock.instant());
            audit.record(connection, AuditEntry.success("token.revoke", KIND, id, token.name()));
        });
    }
}
