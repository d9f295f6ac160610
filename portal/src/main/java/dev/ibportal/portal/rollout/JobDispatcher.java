package dev.ibportal.portal.rollout;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.jobs.Worker;
import dev.ibportal.portal.rollout.WorkSql.Order;
import io.quarkus.arc.All;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * Hands what daemons are asked to those that are connected to this portal, and again after a while until they have answered:
 * a daemon that knows a job by its id answers with what came of it.
 */
@Singleton
class JobDispatcher {
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration AGAIN = Duration.ofSeconds(30);

    private final FabricDb db;
    private final WorkSql work;
    private final List<DriverJobs> ways;
    private final Clock clock;
    private final Worker worker;

    JobDispatcher(FabricDb db, WorkSql work, @All List<DriverJobs> ways, Clock clock) {
        this.db = db;
        this.work = work;
        this.ways = List.copyOf(ways);
        this.clock = clock;
        this.worker = new Worker("rollout jobs", PATIENCE, this::round);
    }

    void start(@Observes StartupEvent event) {
        worker.start();
    }

    void stop(@Observes ShutdownEvent event) {
        worker.stop();
    }

    void wake() {
        worker.wake();
    }

    private void round() {
        for (DriverJobs daemons : ways) {
            Collection<UUID> connected = daemons.connected();
            if (!connected.isEmpty()) {
                Instant before = clock.instant().minus(AGAIN);
                List<Order> orders = db.write(connection -> work.orders(connection, connected, before));
                orders.forEach(daemons::ask);
            }
        }
    }
}
