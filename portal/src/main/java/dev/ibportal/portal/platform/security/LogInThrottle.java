package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.fault.DomainFault;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Makes guessing slow: after a few wrong passwords for an account from one address, or from an address for whatever
 * accounts, the next try has to wait, longer each time. A right password does not get through while it has to wait, or
 * guessing would only need patience. Nobody can keep somebody else out: no count is the account's alone, and a browser in
 * which the person has logged in before has a count of its own. The counts are in the database, for all replicas.
 */
@ApplicationScoped
class LogInThrottle {
    private static final Rule ACCOUNT_AT_ADDRESS = new Rule(5, Duration.ofMinutes(5), Duration.ofMinutes(10));
    private static final Rule ADDRESS = new Rule(50, Duration.ofMinutes(1), Duration.ofMinutes(1));
    private static final Rule BROWSER = new Rule(10, Duration.ofMinutes(5), Duration.ofMinutes(10));
    private static final Duration FORGOTTEN_AFTER = Duration.ofDays(1);

    private final FabricDb db;
    private final KnownBrowsers browsers;
    private final Clock clock;

    LogInThrottle(FabricDb db, KnownBrowsers browsers, Clock clock) {
        this.db = db;
        this.browsers = browsers;
        this.clock = clock;
    }

    /**
     * @param free wrong tries without a wait
     * @param longest wait
     * @param leak how long it takes to forget one wrong try
     */
    private record Rule(int free, Duration longest, Duration leak) {}

    private record Counter(String kind, String what, Rule rule) {
        /** What was typed may be a password, so it is not kept. */
        byte[] key() {
            return Secrets.hash(kind + '\n' + what);
        }
    }

    /** A try that was let through. It counts as wrong until {@link #succeeded} says otherwise. */
    record Try(List<Counter> counters) {}

    Try admit(String login, Place place) {
        List<Counter> counters = counters(login, place);
        Instant now = clock.instant();
        db.run(connection -> {
            for (Counter counter : counters) {
                int seconds = count(connection, counter, now);
                if (seconds > 0) {
                    throw new DomainFault.TooMany(
                            "There were too many wrong log-ins. Try again in " + seconds + " s.", seconds);
                }
            }
        });
        return new Try(counters);
    }

    private List<Counter> counters(String login, Place place) {
        String browser = place.browser();
        if (browser != null && browsers.knows(login, browser)) {
            return List.of(new Counter("browser", browser + '\n' + login, BROWSER));
        }
        String network = place.network();
        return List.of(
                new Counter("account", network + '\n' + login, ACCOUNT_AT_ADDRESS),
                new Counter("address", network, ADDRESS));
    }

    private static int count(Connection connection, Counter counter, Instant now) throws SQLException {
        Rule rule = counter.rule();
        return Sql.of(
                        "SELECT count_log_in(?, ?, ?, ?, ?)",
                        counter.key(),
                        now,
                        rule.free(),
                        (int) rule.longest().toSeconds(),
                        (int) rule.leak().toSeconds())
                .single(connection, row -> row.getInt(1));
    }

    /** The account starts anew; the address loses this one try only, or one good account would clear the way. */
    void succeeded(Try attempt) {
        Counter own = attempt.counters().get(0);
        List<Counter> shared = attempt.counters().subList(1, attempt.counters().size());
        Instant old = clock.instant().minus(FORGOTTEN_AFTER);
        db.run(connection -> {
            Sql.of("DELETE FROM log_in_failure WHERE key_hash = ?", own.key()).update(connection);
            for (Counter counter : shared) {
                Sql.of("DELETE FROM log_in_failure WHERE key_hash = ? AND failures <= 1", counter.key())
                        .update(connection);
                Sql.of("UPDATE log_in_failure SET failures = failures - 1 WHERE key_hash = ?", counter.key())
                        .update(connection);
            }
            Sql.of("DELETE FROM log_in_failure WHERE last_at < ?", old).update(connection);
        });
    }
}
