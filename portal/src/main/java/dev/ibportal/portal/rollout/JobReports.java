package dev.ibportal.portal.rollout;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.jobs.Jobs;
import dev.ibportal.portal.rollout.WorkSql.Job;
import dev.ibportal.portal.rollout.WorkSql.Said;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** What daemons tell of their jobs, kept before the runner looks at it. */
@ApplicationScoped
class JobReports {
    private final FabricDb db;
    private final WorkSql work;
    private final Jobs jobs;
    private final Clock clock;

    JobReports(FabricDb db, WorkSql work, Jobs jobs, Clock clock) {
        this.db = db;
        this.work = work;
        this.jobs = jobs;
        this.clock = clock;
    }

    /** Of a job that is none of this node's, or is over, nothing is kept. */
    void told(UUID node, UUID job, Job told) {
        Instant now = clock.instant();
        List<UUID> rollouts = db.write(connection -> {
            List<UUID> of = work.told(connection, node, job, told, now);
            for (UUID rollout : of) {
                if (!told.message().isEmpty()) {
                    work.say(connection, rollout, List.of(new Said(node, told.message())), now);
                }
            }
            return of;
        });
        if (!told.state().equals("running")) {
            rollouts.forEach(rollout -> jobs.wake(RolloutRunner.NAME, rollout));
        }
    }

    /** A line of the log of a job. */
    void said(UUID node, UUID job, String text) {
        Instant now = clock.instant();
        db.run(connection -> {
            for (UUID rollout : work.rolloutOf(connection, node, job)) {
                work.say(connection, rollout, List.of(new Said(node, text)), now);
            }
        });
    }
}
