package dev.ibportal.portal.session;

import dev.ibportal.agent.v1.TaskState;
import dev.ibportal.agent.v1.TaskUpdate;
import dev.ibportal.portal.session.live.NodeSession;
import dev.ibportal.portal.session.live.SessionEvents;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Tasks that daemons are at. */
@Singleton
class TaskBoard implements SessionEvents {
    private final ConcurrentMap<String, Expected> expected = new ConcurrentHashMap<>();

    private record Expected(NodeSession session, CompletableFuture<TaskUpdate> result) {}

    CompletionStage<TaskUpdate> expect(NodeSession session, String task) {
        Expected fresh = new Expected(session, new CompletableFuture<>());
        Expected known = expected.putIfAbsent(task, fresh);
        return (known == null ? fresh : known).result();
    }

    @Override
    public void task(NodeSession session, TaskUpdate update) {
        if (update.getState() == TaskState.TASK_STATE_RUNNING) {
            return;
        }
        Expected waiting = expected.get(update.getTaskId());
        if (waiting != null && waiting.session().nodeId().equals(session.nodeId())) {
            expected.remove(update.getTaskId());
            waiting.result().complete(update);
        }
    }

    @Override
    public void disconnected(NodeSession session) {
        expected.forEach((task, waiting) -> {
            if (waiting.session() == session && expected.remove(task, waiting)) {
                waiting.result()
                        .complete(TaskUpdate.newBuilder()
                                .setTaskId(task)
                                .setState(TaskState.TASK_STATE_FAILED)
                                .setMessage("the connection to the node was lost")
                                .build());
            }
        });
    }
}
