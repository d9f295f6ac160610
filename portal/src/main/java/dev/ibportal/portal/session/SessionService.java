package dev.ibportal.portal.session;

import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.agent.v1.TaskRequest;
import dev.ibportal.agent.v1.TaskState;
import dev.ibportal.agent.v1.TaskUpdate;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.session.live.NodeSession;
import dev.ibportal.portal.session.live.Sessions;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** The sessions of nodes, for other features. */
@ApplicationScoped
public class SessionService {
    private final Sessions sessions;
    private final TaskBoard tasks;

    SessionService(Sessions sessions, TaskBoard tasks) {
        this.sessions = sessions;
        this.tasks = tasks;
    }

    /** Whether the node's daemon is connected to this portal now. */
    public boolean isConnected(UUID node) {
        return sessions.find(node).isPresent();
    }

    /**
     * Has the daemon do something once. Completes with its last update; with {@link TaskState#TASK_STATE_FAILED} when the
     * connection is lost before.
     */
    public CompletionStage<TaskUpdate> run(UUID node, TaskRequest task) {
        NodeSession session = sessions.find(node)
                .orElseThrow(() -> new DomainFault.Conflict(
                        "node-not-connected",
                        "The daemon of node " + node + " is not connected, so it cannot be asked for anything.",
                        Map.of("node", node)));
        CompletionStage<TaskUpdate> result = tasks.expect(session, task.getTaskId());
        if (!session.send(SessionResponse.newBuilder().setTask(task).build())) {
            tasks.disconnected(session);
        }
        return result;
    }
}
