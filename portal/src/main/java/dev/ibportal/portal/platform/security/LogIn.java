package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.fault.DomainFault;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Locale;
import java.util.Optional;

/** Finds out whether a name and a password belong together. */
@ApplicationScoped
public class LogIn {
    private final ActorSql people;
    private final Passwords passwords;
    private final LogInThrottle throttle;

    LogIn(ActorSql people, Passwords passwords, LogInThrottle throttle) {
        this.people = people;
        this.passwords = passwords;
        this.throttle = throttle;
    }

    /** Slow on purpose: not for an event loop. */
    public Actor check(String login, String password, String address) {
        String account = login.strip().toLowerCase(Locale.ROOT);
        throttle.check(account, address);
        Optional<ActorSql.Found> found = people.byLogin(account);
        if (!passwords.matches(password, found.map(ActorSql.Found::passwordHash))) {
            throttle.failed(account, address);
            throw new DomainFault.Unauthenticated("This name and password do not belong together.");
        }
        throttle.succeeded(account);
        return found.orElseThrow().actor();
    }
}
