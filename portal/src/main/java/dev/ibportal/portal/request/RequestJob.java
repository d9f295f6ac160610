package dev.ibportal.portal.request;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.jobs.Jobs;
import dev.ibportal.portal.platform.jobs.ObjectJob;
import dev.ibportal.portal.platform.jobs.WakeUp;
import dev.ibportal.portal.platform.jobs.WakeUpListener;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;

/** Looks after requests that nobody has to do anything about. */
@Singleton
class RequestJob implements ObjectJob {
    private static final String NAME = "requests";
    /** There is one look for the whole portal. */
    private static final UUID PORTAL = new UUID(0, 0);

    private static final Duration PAUSE = Duration.ofSeconds(10);

    private final RequestTurnsSql turns;
    private final FabricDb db;
    private final Clock clock;

    RequestJob(RequestTurnsSql turns, FabricDb db, Clock clock) {
        this.turns = turns;
        this.db = db;
        this.clock = clock;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration run(UUID portal) {
        db.run(connection -> turns.expire(connection, clock.instant()));
        db.run(turns::ready);
        return PAUSE;
    }

    /** Begins at the portal's start; from then on it goes by its own clock. */
    @Singleton
    static class Waker implements WakeUpListener {
        private final Jobs jobs;

        Waker(Jobs jobs) {
            this.jobs = jobs;
        }

        @Override
        public void woken(WakeUp wakeUp) {
            if (wakeUp instanceof WakeUp.Everything) {
                jobs.wake(NAME, PORTAL);
            }
        }
    }
}
