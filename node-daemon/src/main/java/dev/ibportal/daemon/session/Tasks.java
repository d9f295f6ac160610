package dev.ibportal.daemon.session;

import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.TaskRequest;
import dev.ibportal.agent.v1.TaskState;
import dev.ibportal.agent.v1.TaskUpdate;
import dev.ibportal.daemon.reconcile.NodeReconciler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Does tasks, each at most once, beside the host work. */
final class Tasks {
    private static final Duration USUAL_LIMIT = Duration.ofSeconds(30);
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final TaskLedger ledger;
    private final Ping ping;
    private final HostWork host;
    private final EvidenceGatherer doctor;
    private final SharedRuntime runtime;
    private final Consumer<TaskUpdate> answers;

    Tasks(
            TaskLedger ledger,
            Ping ping,
            HostWork host,
            EvidenceGatherer doctor,
            SharedRuntime runtime,
            Consumer<TaskUpdate> answers) {
        this.doctor = doctor;
        this.ledger = ledger;
        this.ping = ping;
        this.host = host;
        this.runtime = runtime;
        this.answers = answers;
    }

    void handle(TaskRequest task) {
        if (task.hasPlan()) {
            // Changes nothing, so it may be done as often as it is asked for and need not be remembered.
            plan(task);
            return;
        }
        if (task.hasDiagnose()) {
            diagnose(task);
            return;
        }
        Optional<TaskUpdate> known = ledger.begin(task.getTaskId());
        if (known.isPresent()) {
            answers.accept(known.get());
            return;
        }
        Duration limit = limit(task);
        ScheduledFuture<?> watch = runtime.timer()
                .schedule(
                        () -> finish(end(
                                task, TaskState.TASK_STATE_TIMED_OUT, "not done within " + limit.toSeconds() + " s")),
                        limit.plus(Ping.SPARE).plusSeconds(1).toMillis(),
                        TimeUnit.MILLISECONDS);
        begin(task, limit).whenComplete((end, failure) -> {
            watch.cancel(false);
            finish(failure == null ? end : end(task, TaskState.TASK_STATE_FAILED, "" + failure.getMessage()));
        });
    }

    private CompletableFuture<TaskUpdate> begin(TaskRequest task, Duration limit) {
        return switch (task.getKindCase()) {
            case PING ->
                CompletableFuture.supplyAsync(
                        () -> ping.run(task.getTaskId(), task.getPing(), limit), runtime.threads());
            case OBSERVE ->
                host.observe().thenApply(nothing -> end(task, TaskState.TASK_STATE_SUCCEEDED, "looked at the host"));
            case APPLY -> host.apply(task.getApply().getPlanDigest()).thenApply(done -> end(task, done));
            case ROLLBACK -> host.rollback(Optional.empty()).thenApply(done -> end(task, done));
            case PLAN, DIAGNOSE, KIND_NOT_SET ->
                CompletableFuture.completedFuture(
                        end(
                                task,
                                TaskState.TASK_STATE_FAILED,
                                "this daemon does not know this kind of task; it knows ping, observe, plan, apply, rollback and diagnose"));
        };
    }

    private void plan(TaskRequest task) {
        Optional<NodeSpec> wouldBe =
                task.getPlan().hasSpec() ? Optional.of(task.getPlan().getSpec()) : Optional.empty();
        host.plan(wouldBe).whenComplete((plan, failure) -> {
            TaskUpdate.Builder answer = end(
                    task,
                    failure == null ? TaskState.TASK_STATE_SUCCEEDED : TaskState.TASK_STATE_FAILED,
                    failure == null ? "looked at the host" : String.valueOf(failure.getMessage()))
                    .toBuilder();
            if (failure == null) {
                answer.setPlan(plan);
            }
            answers.accept(answer.build());
        });
    }

    /** Beside the host work, which may be just what hangs. */
    private void diagnose(TaskRequest task) {
        CompletableFuture.supplyAsync(() -> doctor.gather(task.getDiagnose()), runtime.threads())
                .whenComplete((evidence, failure) -> {
                    TaskUpdate.Builder answer = end(
                            task,
                            failure == null ? TaskState.TASK_STATE_SUCCEEDED : TaskState.TASK_STATE_FAILED,
                            failure == null ? "looked at the host" : String.valueOf(failure.getMessage()))
                            .toBuilder();
                    if (failure == null) {
                        answer.setEvidence(evidence);
                    }
                    answers.accept(answer.build());
                });
    }

    private static TaskUpdate end(TaskRequest task, NodeReconciler.Done done) {
        TaskState state = done.succeeded() ? TaskState.TASK_STATE_SUCCEEDED : TaskState.TASK_STATE_FAILED;
        TaskUpdate.Builder end = end(task, state, done.message()).toBuilder();
        done.plan().ifPresent(end::setPlan);
        return end.build();
    }

    void cancel(String taskId) {
        finish(TaskUpdate.newBuilder()
                .setTaskId(taskId)
                .setState(TaskState.TASK_STATE_CANCELLED)
                .setMessage("cancelled; what was under way may still end by itself")
                .build());
    }

    private void finish(TaskUpdate end) {
        if (ledger.finish(end)) {
            answers.accept(end);
        }
    }

    private static TaskUpdate end(TaskRequest task, TaskState state, String message) {
        return TaskUpdate.newBuilder()
                .setTaskId(task.getTaskId())
                .setState(state)
                .setMessage(message)
                .build();
    }

    private static Duration limit(TaskRequest task) {
        if (!task.hasTimeLimit()) {
            return USUAL_LIMIT;
        }
        Duration asked = Times.duration(task.getTimeLimit());
        return asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
    }
}
