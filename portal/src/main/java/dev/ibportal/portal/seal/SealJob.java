package dev.ibportal.portal.seal;

import dev.ibportal.portal.platform.jobs.Jobs;
import dev.ibportal.portal.platform.jobs.ObjectJob;
import dev.ibportal.portal.platform.jobs.Ticker;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.UUID;

/** Seals every so often, on one portal of all at a time; makes the tables of coming months, and drops old ones. */
@Singleton
class SealJob implements ObjectJob {
    private static final String NAME = "audit-seal";
    private static final UUID LOG = new UUID(0, 1);
    private static final int AFTER_JOBS_HAVE_STARTED = 5100;

    private final Sealer sealer;
    private final Retention retention;
    private final SealConfig config;
    private final Provider<Jobs> jobs;
    private final Ticker ticker;

    SealJob(Sealer sealer, Retention retention, SealConfig config, Provider<Jobs> jobs, Ticker ticker) {
        this.sealer = sealer;
        this.retention = retention;
        this.config = config;
        this.jobs = jobs;
        this.ticker = ticker;
    }

    void start(@Observes @Priority(AFTER_JOBS_HAVE_STARTED) StartupEvent event) {
        wake();
        // Should its row in the scheduler's table ever be lost, sealing goes on.
        Duration check = config.sealInterval().multipliedBy(12);
        ticker.every(check, "waking the sealer", this::wake);
    }

    private void wake() {
        jobs.get().wake(NAME, LOG);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration run(UUID object) {
        sealer.seal();
        retention.run();
        return config.sealInterval();
    }
}
