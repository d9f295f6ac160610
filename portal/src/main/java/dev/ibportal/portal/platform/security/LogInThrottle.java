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
import java.util.Optional;

/**
 * Makes guessing slow: after a few wrong passwords for an account from one address the next try has to wait, longer each
 * time. A right password does not get through while it has to wait, or guessing would only need patience. Nobody can keep
 * somebody else out: no count is the account's alone, what others get wrong at an address only takes the free tries of
 * accounts that are guessed at from there, a browser in which the person has logged in before has a count of its own, and
 * who comes again with the same password has its turn in the {@link SlowLane}.
 * Only what has failed counts, and tries for the same account from the same place are looked at one after the other. The
 * counts are in the database, for all replicas.
 */
@ApplicationScoped
class LogInThrottle {
    private static final Rule ACCOUNT_AT_ADDRESS = new Rule(5, Duration.ofMinutes(5), Duration.ofMinutes(10));
    /** From where many wrong ones come, for whatever accounts. */
    private static final Rule ACCOUNT_AT_BAD_ADDRESS = new Rule(1, Duration.ofMinutes(5), Duration.ofMinutes(10));

    private static final Rule ADDRESS = new Rule(50, Duration.ofMinutes(1), Duration.ofMinutes(1));
    private static final Rule BROWSER = new Rule(10, Duration.ofMinutes(5), Duration.ofMinutes(10));
    private static final Duration FORGOTTEN_AFTER = Duration.ofDays(1);

    private final FabricDb db;
    private final KnownBrowsers browsers;
    private final Clock clock;
    private final LogInLines lines = new LogInLines();
    private final SlowLane slow = new SlowLane();

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

    private record Counter(String kind, String what) {
        /** What was typed may be a password, so it is not kept. */
        byte[] key() {
            return Secrets.hash(kind + '\n' + what);
        }
    }

    /** A try that may look at the password now; the next one for this account waits until it is closed. */
    final class Try implements AutoCloseable {
        private final Counter own;
        private final Rule rule;
        private final Optional<Counter> address;
        private final LogInLines.Turn turn;

        private Try(Counter own, Rule rule, Optional<Counter> address, LogInLines.Turn turn) {
            this.own = own;
            this.rule = rule;
            this.address = address;
            this.turn = turn;
        }

        void failed() {
            Instant now = clock.instant();
            db.run(connection -> {
                count(connection, own, now, rule);
                if (address.isPresent()) {
                    count(connection, address.get(), now, ADDRESS);
                }
            });
        }

        /** The account starts anew; the address does not, or one good account would clear the way. */
        void succeeded() {
            Instant old = clock.instant().minus(FORGOTTEN_AFTER);
            db.run(connection -> Sql.of("DELETE FROM log_in_failure WHERE key_hash = ? OR last_at < ?", own.key(), old)
                    .update(connection));
        }

        @Override
        public void close() {
            turn.close();
        }
    }

    /** @throws DomainFault.TooMany if it has to wait */
    Try admit(String login, String password, Place place) {
        String browser = place.browser();
        boolean known = browser != null && browsers.knows(login, browser);
        Counter own = known
                ? new Counter("browser", browser + '\n' + login)
                : new Counter("account", place.network() + '\n' + login);
        Optional<Counter> address = known ? Optional.empty() : Optional.of(new Counter("address", place.network()));
        // In a line of its own, so that others at the address are not in the way of a known browser.
        LogInLines.Turn turn = lines.enter(own.kind() + own.what(), known ? own.what() : place.network());
        boolean admitted = false;
        try {
            Rule rule = known ? BROWSER : ruleAt(address);
            requireNoWait(own, rule, password);
            admitted = true;
            return new Try(own, rule, address, turn);
        } finally {
            if (!admitted) {
                turn.close();
            }
        }
    }

    private Rule ruleAt(Optional<Counter> address) {
        boolean bad = address.isPresent() && wait(address.get(), ADDRESS) > 0;
        return bad ? ACCOUNT_AT_BAD_ADDRESS : ACCOUNT_AT_ADDRESS;
    }

    private void requireNoWait(Counter own, Rule rule, String password) {
        int seconds = wait(own, rule);
        if (seconds > 0 && !slow.admits(own.kind() + own.what(), password, clock.instant())) {
            int turn = (int) Math.min(seconds, SlowLane.PAUSE.toSeconds());
            throw new DomainFault.TooMany("There were too many wrong log-ins. Try again in " + turn + " s.", turn);
        }
    }

    private int wait(Counter counter, Rule rule) {
        Instant now = clock.instant();
        return db.read(connection -> Sql.of(
                        "SELECT log_in_wait(?, ?, ?, ?, ?)",
                        counter.key(),
                        now,
                        rule.free(),
                        (int) rule.longest().toSeconds(),
                        (int) rule.leak().toSeconds())
                .single(connection, row -> row.getInt(1)));
    }

    private static void count(Connection connection, Counter counter, Instant now, Rule rule) throws SQLException {
        Sql.of("SELECT log_in_failed(?, ?, ?)", counter.key(), now, (int)
                        rule.leak().toSeconds())
                .single(connection, row -> true);
    }
}
