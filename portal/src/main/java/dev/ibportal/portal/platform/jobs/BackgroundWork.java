package dev.ibportal.portal.platform.jobs;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/** Begins background work when the portal is up, and ends it first. */
@Singleton
class BackgroundWork {
    private static final int LAST = 5000;
    private static final int FIRST = 1;

    private final Jobs jobs;
    private final DatabaseListener listener;

    BackgroundWork(Jobs jobs, DatabaseListener listener) {
        this.jobs = jobs;
        this.listener = listener;
    }

    void start(@Observes @Priority(LAST) StartupEvent event) {
        jobs.start();
        listener.start();
    }

    void stop(@Observes @Priority(FIRST) ShutdownEvent event) {
        listener.stop();
        jobs.stop();
    }
}
