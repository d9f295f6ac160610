package dev.ibportal.portal.capacity;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.jobs.Jobs;
import dev.ibportal.portal.platform.jobs.ObjectJob;
import dev.ibportal.portal.platform.jobs.WakeUp;
import dev.ibportal.portal.platform.jobs.WakeUpListener;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.UUID;

/** Looks at the capacity every hour, so that each day has its number even when the portal was away at its end. */
@Singleton
class CapacityJob implements ObjectJob {
    private static final String NAME = "capacity";
    /** There is one look for the whole portal. */
    private static final UUID PORTAL = new UUID(0, 0);

    private static final Duration PAUSE = Duration.ofHours(1);

    private final CapacityService capacity;
    private final FabricDb db;

    CapacityJob(CapacityService capacity, FabricDb db) {
        this.capacity = capacity;
        this.db = db;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration run(UUID portal) {
        db.run(capacity::keep);
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
