package dev.ibportal.portal.platform.jobs;

import jakarta.inject.Singleton;

/** Has the portal cleaned at its start, from where on the cleaning goes by its own clock. */
@Singleton
class CleaningWaker implements WakeUpListener {
    private final Jobs jobs;

    CleaningWaker(Jobs jobs) {
        this.jobs = jobs;
    }

    @Override
    public void woken(WakeUp wakeUp) {
        if (wakeUp instanceof WakeUp.Everything) {
            jobs.wake(CleaningJob.NAME, CleaningJob.PORTAL);
        }
    }
}
