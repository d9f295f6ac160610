package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.fault.DomainFault;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** Finds out whether a name and a password belong together. */
@ApplicationScoped
public class LogIn {
    private final ActorSql people;
    private final Passwords passwords;
    private final LogInThrottle throttle;
    private final RefusedAttempts attempts;
    private final FabricDb db;
    private final Instance<StrongerPasswords> stronger;

    LogIn(
            ActorSql people,
            Passwords passwords,
            LogInThrottle throttle,
            RefusedAttempts attempts,
            FabricDb db,
            Instance<StrongerPasswords> stronger) {
        this.stronger = stronger;
        this.attempts = attempts;
        this.people = people;
        this.passwords = passwords;
        this.throttle = throttle;
        this.db = db;
    }

    /** Slow on purpose: not for an event loop. An unknown name and a wrong password take the same way. */
    public Actor check(String login, String password, Place place) {
        String account = login.strip().toLowerCase(Locale.ROOT);
        try {
            return admitted(account, password, place);
        } catch (DomainFault.Unauthenticated | DomainFault.TooMany fault) {
            attempts.recordLogIn(people.byLogin(account).map(ActorSql.Found::actor), fault, place);
            throw fault;
        }
    }

    /**
     * Whoever is logged in shows once more that it is they.
     *
     * @param action for which it is asked: a wrong password is a denied attempt at that
     */
    public void confirm(Actor person, String password, Place place, String action) {
        try {
            admitted(person.login(), password, place);
        } catch (DomainFault.Unauthenticated | DomainFault.TooMany fault) {
            attempts.record(person, action, fault, place);
            throw fault;
        }
    }

    /** Somebody did not get so far that there was a name and a password. */
    public void refused(String reason, Place place) {
        attempts.recordLogIn(reason, place);
    }

    private Actor admitted(String account, String password, Place place) {
        try (LogInThrottle.Try attempt = throttle.admit(account, password, place)) {
            Optional<ActorSql.Found> found = people.byLogin(account);
            Optional<String> hash = found.flatMap(ActorSql.Found::password);
            if (!passwords.matches(password, hash)) {
                attempt.failed();
                throw new DomainFault.Unauthenticated("This name and password do not belong together.");
            }
            attempt.succeeded();
            Actor actor = found.orElseThrow().actor();
            hash.filter(passwords::isOutdated).ifPresent(old -> strengthen(actor, old, password));
            return actor;
        }
    }

    /** Only now is the password at hand; whoever changed it meanwhile wins. */
    private void strengthen(Actor person, String old, String password) {
        String fresh = passwords.rehash(password);
        UUID id = person.requireUserId();
        db.run(connection -> {
            int changed = Sql.of(
                            "UPDATE app_user SET password_hash = ? WHERE id = ? AND password_hash = ?", fresh, id, old)
                    .update(connection);
            if (changed > 0) {
                stronger.forEach(listener -> listener.hashedAnew(connection, id, person.login()));
            }
        });
    }
}
