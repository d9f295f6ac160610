package dev.ibportal.portal.session;

import dev.ibportal.agent.v1.IpoibMode;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.agent.v1.TaskRequest;
import dev.ibportal.agent.v1.TaskState;
import dev.ibportal.agent.v1.TaskUpdate;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.session.live.NodeSession;
import dev.ibportal.portal.session.live.Sessions;
import dev.ibportal.portal.session.spec.SpecPreview;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** The sessions of nodes, for other features. */
@ApplicationScoped
public class SessionService {
    private final Sessions sessions;
    private final TaskBoard tasks;
    private final SpecPreview specs;

    SessionService(Sessions sessions, TaskBoard tasks, SpecPreview specs) {
        this.sessions = sessions;
        this.tasks = tasks;
        this.specs = specs;
    }

    /**
     * What would be otherwise for some interfaces.
     *
     * @param interfaces that it is about: as if the fabric had made their ports members
     * @param mode empty: as it is
     * @param mtu empty: as it is
     */
    public record Change(Set<UUID> interfaces, Optional<IpoibMode> mode, Optional<Integer> mtu) {
        public Change {
            interfaces = Set.copyOf(interfaces);
        }
    }

    /** The specs that these nodes would be sent. */
    public Map<UUID, NodeSpec> wouldBe(Collection<UUID> nodes, Change change) {
        return specs.of(nodes, new SpecPreview.Change(change.interfaces(), change.mode(), change.mtu()));
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
