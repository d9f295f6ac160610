package dev.ibportal.portal.account;

import dev.ibportal.portal.account.TokenSql.NewToken;
import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.Secrets;
import dev.ibportal.portal.platform.tenancy.Overreach;
import dev.ibportal.portal.platform.tenancy.TenantRefusals;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.types.DisplayName;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Tokens: of the person who asks, for programs that act as them, and of a tenant's service accounts. */
@ApplicationScoped
public class TokenService {
    private static final String KIND = "token";
    private static final Duration USUAL = Duration.ofDays(90);
    static final Duration LONGEST = Duration.ofDays(366);

    private final TokenSql sql;
    private final FabricDb db;
    private final AuditLog audit;
    private final Overreach overreach;
    private final CurrentActor actors;
    private final Clock clock;

    TokenService(TokenSql sql, FabricDb db, AuditLog audit, Overreach overreach, CurrentActor actors, Clock clock) {
        this.overreach = overreach;
        this.sql = sql;
        this.db = db;
        this.audit = audit;
        this.actors = actors;
        this.clock = clock;
    }

    public Page<TokenView> list(PageRequest page) {
        return list(TokenOwner.self(actors.get()), page);
    }

    public Page<TokenView> list(TokenOwner owner, PageRequest page) {
        return db.read(connection -> sql.page(connection, owner.user(), page));
    }

    /** All that still open something. */
    public List<TokenView> all(TokenOwner owner) {
        return db.read(connection -> sql.all(connection, owner.user()));
    }

    public TokenView create(TokenForm form) {
        Actor self = actors.get();
        return create(TokenOwner.self(self), form, self.until());
    }

    /** The secret is in this answer and nowhere else. */
    public TokenView create(TokenOwner owner, TokenForm form) {
        return create(owner, form, actors.get().until());
    }

    /** @param end of the token by which it is made: a token gives nobody more time than it has itself */
    private TokenView create(TokenOwner owner, TokenForm form, @Nullable Instant end) {
        String secret = owner.isService() ? Secrets.newServiceToken() : Secrets.newToken();
        NewToken token = new NewToken(
                Field.required("name", form.name(), DisplayName::new),
                secret,
                expiry(form.expiresAt(), end),
                scopes(owner, form.scopes()));
        UUID id = UUID.randomUUID();
        return db.write(connection -> {
            requireOpen(connection, owner.tenant());
            sql.insert(connection, id, owner.user(), token);
            TokenView made = sql.find(connection, owner.user(), id).orElseThrow();
            audit.record(
                    connection,
                    AuditEntry.success("token.create", KIND, id, made.name())
                            .tenant(owner.tenant())
                            .partOf("account", owner.user())
                            .after(state(made)));
            return made.shown(secret);
        });
    }

    /** A suspended tenant gets nothing new: no key to it either. */
    private void requireOpen(Connection connection, @Nullable UUID tenant) throws SQLException {
        if (tenant == null) {
            return;
        }
        try {
            sql.requireOpen(connection, tenant);
        } catch (SQLException e) {
            DomainFault refusal = TenantRefusals.in(e).orElse(null);
            if (refusal == null) {
                throw e;
            }
            refusal.addSuppressed(e);
            throw overreach.denied(tenant, refusal);
        }
    }

    private static Map<String, Object> state(TokenView token) {
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("prefix", token.prefix());
        state.put("expiresAt", token.expiresAt());
        state.put("scopes", token.scopes());
        return state;
    }

    private static @Nullable List<String> scopes(TokenOwner owner, @Nullable List<String> wanted) {
        if (wanted == null) {
            return owner.scopes() == null
                    ? null
                    : owner.scopes().stream().sorted().toList();
        }
        if (wanted.isEmpty()) {
            throw new DomainFault.Invalid("scopes", "is empty: leave it out for all, or name at least one permission");
        }
        for (String scope : wanted) {
            if (!owner.permissions().contains(scope)) {
                throw new DomainFault.Invalid(
                        "scopes",
                        "\"" + scope + "\" is not among the permissions that can be given: "
                                + String.join(", ", new TreeSet<>(owner.permissions())));
            }
        }
        return wanted.stream().distinct().sorted().toList();
    }

    private Instant expiry(@Nullable Instant wanted, @Nullable Instant end) {
        Instant now = clock.instant();
        if (wanted == null) {
            Instant usual = now.plus(USUAL);
            return end != null && end.isBefore(usual) ? end : usual;
        }
        if (end != null && wanted.isAfter(end)) {
            throw new DomainFault.Invalid(
                    "expiresAt",
                    wanted + " is after " + end
                            + ", when the token ends that makes this one; log in to make a longer one");
        }
        if (!wanted.isAfter(now) || wanted.isAfter(now.plus(LONGEST))) {
            throw new DomainFault.Invalid(
                    "expiresAt", wanted + " is not within the next " + LONGEST.toDays() + " days");
        }
        return wanted;
    }

    /** All of the person's own, in the caller's transaction. */
    void revokeAll(Connection connection, TokenOwner owner) throws SQLException {
        for (TokenView token : sql.all(connection, owner.user())) {
            revoke(connection, owner, token);
        }
    }

    public void revoke(UUID id) {
        revoke(TokenOwner.self(actors.get()), id);
    }

    public void revoke(TokenOwner owner, UUID id) {
        db.run(connection -> {
            TokenView token =
                    sql.find(connection, owner.user(), id).orElseThrow(() -> new DomainFault.NotFound(KIND, id));
            revoke(connection, owner, token);
        });
    }

    private void revoke(Connection connection, TokenOwner owner, TokenView token) throws SQLException {
        sql.revoke(connection, token.id(), clock.instant());
        audit.record(
                connection,
                AuditEntry.success("token.revoke", KIND, token.id(), token.name())
                        .tenant(owner.tenant())
                        .partOf("account", owner.user())
                        .before(state(token)));
    }
}
