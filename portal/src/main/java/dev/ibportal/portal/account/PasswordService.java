package dev.ibportal.portal.account;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.KnownBrowsers;
import dev.ibportal.portal.platform.security.LogIn;
import dev.ibportal.portal.platform.security.Passwords;
import dev.ibportal.portal.platform.security.Place;
import dev.ibportal.portal.platform.web.RequestInfo;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Changing one's own password. */
@ApplicationScoped
class PasswordService {
    private final UserSql sql;
    private final FabricDb db;
    private final AuditLog audit;
    private final CurrentActor actors;
    private final Passwords passwords;
    private final LogIn logIn;
    private final EndedSessions sessions;
    private final KnownBrowsers browsers;
    private final OneTimeFile oneTimeFile;
    private final TokenService tokens;
    private final RequestInfo request;

    PasswordService(
            UserSql sql,
            FabricDb db,
            AuditLog audit,
            CurrentActor actors,
            Passwords passwords,
            LogIn logIn,
            EndedSessions sessions,
            KnownBrowsers browsers,
            OneTimeFile oneTimeFile,
            TokenService tokens,
            RequestInfo request) {
        this.sql = sql;
        this.db = db;
        this.audit = audit;
        this.actors = actors;
        this.passwords = passwords;
        this.logIn = logIn;
        this.sessions = sessions;
        this.browsers = browsers;
        this.oneTimeFile = oneTimeFile;
        this.tokens = tokens;
        this.request = request;
    }

    /** Whether the person who asks has a password here at all; one of a provider has none. */
    boolean isThere() {
        UUID person = actors.get().requireUserId();
        return db.read(connection -> sql.hasPassword(connection, person));
    }

    /**
     * Ends all browser sessions of the person who asks; browsers in which they logged in before are known no more.
     *
     * @param present what it is now: whoever finds a token or an open browser does not know it
     * @param withTokens whether the person's tokens end too; programs that have one go on working otherwise
     */
    void change(@Nullable String present, @Nullable String wanted, boolean withTokens) {
        Actor actor = actors.get();
        UUID person = actor.requireUserId();
        String before = Field.required("currentPassword", present, Function.identity());
        String after = Field.required("newPassword", wanted, Function.identity());
        logIn.confirm(actor, before, Place.of(request), "user.change-password");
        if (before.equals(after)) {
            throw new DomainFault.Invalid("newPassword", "is the present one; choose another");
        }
        String hash = passwords.hash("newPassword", after, List.of(actor.login(), actor.name()));
        db.run(connection -> {
            sql.setPassword(connection, person, hash);
            sessions.end(connection, person, actor.login(), null, "password changed");
            browsers.forget(connection, person);
            audit.record(connection, AuditEntry.success("user.change-password", "user", person, actor.login()));
            if (withTokens) {
                tokens.revokeAll(connection, TokenOwner.self(actor));
            }
        });
        if (actor.login().equals(OneTimeFile.LOGIN)) {
            oneTimeFile.remove();
        }
    }
}
