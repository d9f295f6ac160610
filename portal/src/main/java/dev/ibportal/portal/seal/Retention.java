package dev.ibportal.portal.seal;

import dev.ibportal.audit.DroppedMonth;
import dev.ibportal.portal.platform.db.SealerDb;
import dev.ibportal.portal.platform.db.SqlError;
import dev.ibportal.portal.platform.db.SqlFailure;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Whole months come and go: the next ones get their tables in time, and those past their time are dropped. */
@Singleton
public class Retention {
    private static final Logger LOG = Logger.getLogger(Retention.class);
    private static final int AHEAD = 2;
    private static final String LOCKED = "55P03";
    private static final Duration PAUSE = Duration.ofMinutes(5);

    private final SealerDb db;
    private final RetentionSql sql;
    private final Sealer sealer;
    private final SealKeyStore keys;
    private final SealConfig config;
    private final Clock clock;
    private final AtomicReference<@Nullable YearMonth> done = new AtomicReference<>();
    private final AtomicReference<Instant> notBefore = new AtomicReference<>(Instant.MIN);

    Retention(SealerDb db, RetentionSql sql, Sealer sealer, SealKeyStore keys, SealConfig config, Clock clock) {
        this.db = db;
        this.sql = sql;
        this.sealer = sealer;
        this.keys = keys;
        this.config = config;
        this.clock = clock;
    }

    /** Once a month is enough, and after each start; again a while later when somebody reads what is to go. */
    void run() {
        Instant instant = clock.instant();
        YearMonth now = YearMonth.from(instant.atZone(ZoneOffset.UTC));
        if (now.equals(done.get()) || instant.isBefore(notBefore.get())) {
            return;
        }
        try {
            for (int ahead = 0; ahead <= AHEAD; ahead++) {
                YearMonth month = now.plusMonths(ahead);
                db.write(connection -> sql.makeMonth(connection, month));
            }
            config.keepMonths().ifPresent(keep -> dropBefore(now.minusMonths(keep)));
            done.set(now);
        } catch (SqlFailure e) {
            if (!SqlError.is(e, LOCKED)) {
                throw e;
            }
            notBefore.set(instant.plus(PAUSE));
            LOG.infof("the audit log is being read; its months are looked after in %s", PAUSE);
        }
    }

    private DroppedMonth sign(DroppedMonth drop) {
        SealKeyStore.SealKey key = keys.current();
        return drop.signed(key.shown().id(), key.sign(drop.message()));
    }

    /**
     * What is kept. Public for the templates.
     *
     * @param months beside the present one; null: all
     * @param here those that the log has events of
     */
    public record Kept(@Nullable Integer months, List<YearMonth> here) {}

    public Kept kept() {
        OptionalInt months = config.keepMonths();
        return new Kept(months.isPresent() ? months.getAsInt() : null, db.read(sql::monthsWithEvents));
    }

    /** Drops all months before this one; each drop is told of in the log, in the transaction that does it. */
    public void dropBefore(YearMonth first) {
        sealer.seal();
        for (YearMonth month : db.read(sql::months)) {
            if (month.isBefore(first)) {
                drop(month);
            }
        }
    }

    private void drop(YearMonth month) {
        if (db.write(connection -> sql.tellAndDrop(connection, month, this::sign))) {
            LOG.infof("dropped the audit events of %s", month);
        } else {
            LOG.errorf(
                    "the audit events of %s are past their time, but some that were sealed are missing: the month stays."
                            + " Have the log verified.",
                    month);
        }
    }
}
