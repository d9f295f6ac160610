package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.fault.DomainFault;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Makes guessing slow: after a few wrong passwords for an account, or from an address, the next try has to wait, twice as
 * long each time. A right password does not get through while it has to wait, or guessing would only need patience.
 */
@ApplicationScoped
public class LogInThrottle {
    private static final int FREE_TRIES = 5;
    private static final int FREE_TRIES_OF_AN_ADDRESS = 20;
    private static final Duration LONGEST = Duration.ofMinutes(15);
    private static final Duration FORGOTTEN_AFTER = LONGEST.multipliedBy(2);
    private static final int MOST_KEPT = 20_000;

    private final Clock clock;
    private final Map<String, Failures> kept = new LinkedHashMap<>();

    LogInThrottle(Clock clock) {
        this.clock = clock;
    }

    private record Failures(int count, Instant last) {
        Instant nextTry(int free) {
            if (count < free) {
                return Instant.MIN;
            }
            Duration wait = Duration.ofSeconds(1L << Math.min(count - free, 20));
            return last.plus(wait.compareTo(LONGEST) < 0 ? wait : LONGEST);
        }
    }

    synchronized void check(String login, String address) {
        Instant now = clock.instant();
        check(account(login), FREE_TRIES, now);
        check(place(address), FREE_TRIES_OF_AN_ADDRESS, now);
    }

    private void check(String key, int free, Instant now) {
        Failures failures = kept.get(key);
        if (failures != null && now.isBefore(failures.nextTry(free))) {
            long seconds = Duration.between(now, failures.nextTry(free)).toSeconds() + 1;
            throw new DomainFault.TooMany(
                    "There were " + failures.count() + " wrong log-ins. Try again in " + seconds + " s.", seconds);
        }
    }

    synchronized void failed(String login, String address) {
        Instant now = clock.instant();
        count(account(login), now);
        count(place(address), now);
        if (kept.size() > MOST_KEPT) {
            kept.remove(kept.keySet().iterator().next());
        }
    }

    private void count(String key, Instant now) {
        Failures before = kept.remove(key);
        if (before == null || now.isAfter(before.last().plus(FORGOTTEN_AFTER))) {
            kept.put(key, new Failures(1, now));
        } else {
            kept.put(key, new Failures(before.count() + 1, now));
        }
    }

    /** The account's count starts anew; the address's does not, or one good account would clear the way for guessing. */
    synchronized void succeeded(String login) {
        kept.remove(account(login));
    }

    /** Forgets everything; for an operator who must help somebody now, and for tests. */
    public synchronized void forget() {
        kept.clear();
    }

    private static String account(String login) {
        return "account " + login;
    }

    private static String place(String address) {
        return "address " + address;
    }
}
