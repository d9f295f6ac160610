package dev.ibportal.portal.platform.jobs;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.exceptions.ExecutionException;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceCurrentlyExecutingException;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceNotFoundException;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.FailureHandler;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstanceId;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.quarkus.agroal.DataSource;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** db-scheduler in our words: the object's id is the instance, waking means now, and the end of a run names the next. */
@Singleton
public final class Jobs {
    private static final int THREADS = 6;
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration HEARTBEAT = Duration.ofSeconds(3);
    private static final int MISSED_HEARTBEATS = 4;
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(2);
    private static final Duration STILL_RUNNING = Duration.ofMillis(10);
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final javax.sql.DataSource dataSource;
    private final List<ObjectJob> jobs;
    private final JobSql sql;
    private final InstanceId instance;
    private final Ticker ticker;
    private final Clock clock;
    private @Nullable Scheduler scheduler;

    Jobs(
            @DataSource("fabric") javax.sql.DataSource dataSource,
            @All List<ObjectJob> jobs,
            JobSql sql,
            InstanceId instance,
            Ticker ticker,
            Clock clock) {
        this.dataSource = dataSource;
        this.jobs = jobs;
        this.sql = sql;
        this.instance = instance;
        this.ticker = ticker;
        this.clock = clock;
    }

    public synchronized void start() {
        sql.giveBack(instance.name());
        Scheduler fresh = Scheduler.create(
                        dataSource, jobs.stream().<Task<?>>map(this::task).toList())
                .schedulerName(new SchedulerName.Fixed(instance.name()))
                .threads(THREADS)
                .pollingInterval(POLL)
                .heartbeatInterval(HEARTBEAT)
                .missedHeartbeatsLimit(MISSED_HEARTBEATS)
                .shutdownMaxWait(Duration.ofSeconds(5))
                .enableImmediateExecution()
                .build();
        fresh.start();
        scheduler = fresh;
    }

    public synchronized void stop() {
        if (scheduler != null) {
            scheduler.stop();
            scheduler = null;
        }
    }

    private CustomTask<Void> task(ObjectJob job) {
        return Tasks.custom(job.name(), Void.class)
                .onFailure((FailureHandler<Void>) (complete, operations) ->
                        operations.reschedule(complete, clock.instant().plus(AFTER_FAILURE)))
                .onDeadExecutionRevive()
                .execute((instance, context) -> next(job.run(UUID.fromString(instance.getId()))));
    }

    private CompletionHandler<Void> next(Duration pause) {
        return (complete, operations) ->
                operations.reschedule(complete, clock.instant().plus(pause));
    }

    /** Runs it now; when it is running, once more after that. */
    public void wake(String job, UUID object) {
        wake(job, object, STILL_RUNNING);
    }

    private void wake(String job, UUID object, Duration pause) {
        Scheduler running = current();
        if (running == null) {
            return;
        }
        TaskInstanceId id = TaskInstanceId.of(job, object.toString());
        try {
            if (!running.reschedule(id, clock.instant())) {
                wakeLater(job, object, pause);
            }
        } catch (TaskInstanceCurrentlyExecutingException | ExecutionException e) {
            // It runs, or began to between the scheduler's look and its change.
            wakeLater(job, object, pause);
        } catch (TaskInstanceNotFoundException e) {
            running.scheduleIfNotExists(new TaskInstance<>(job, object.toString()), clock.instant());
        }
    }

    private void wakeLater(String job, UUID object, Duration pause) {
        Duration doubled = pause.multipliedBy(2);
        Duration next = doubled.compareTo(PATIENCE) > 0 ? PATIENCE : doubled;
        ticker.after(pause, "waking " + job, () -> wake(job, object, next));
    }

    private synchronized @Nullable Scheduler current() {
        return scheduler;
    }
}
