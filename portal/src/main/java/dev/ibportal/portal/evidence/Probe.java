package dev.ibportal.portal.evidence;

import com.google.protobuf.Duration;
import dev.ibportal.agent.v1.PingTask;
import dev.ibportal.agent.v1.TaskRequest;
import dev.ibportal.agent.v1.TaskUpdate;
import dev.ibportal.portal.evidence.EvidenceSql.End;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.session.SessionService;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Tries to get from one partition into another. The try is framed by pings inside both partitions that must pass, before
 * and after it: only then is silence a closed door.
 */
@ApplicationScoped
class Probe {
    private static final int LIMIT_SECONDS = 20;
    private static final int PATIENCE_SECONDS = 30;

    private final SessionService sessions;

    Probe(SessionService sessions) {
        this.sessions = sessions;
    }

    /** @param verdict proved, broken or unknown */
    record Result(String verdict, String detail) {}

    private enum Answer {
        PASSED,
        SILENT,
        UNKNOWN
    }

    Result run(List<End> here, List<End> there) {
        End from = here.get(0);
        String inside = here.get(1).address();
        String beyond = there.get(0).address();
        if (ping(from, inside) != Answer.PASSED || ping(there.get(1), beyond) != Answer.PASSED) {
            return new Result("unknown", "a ping inside one of the two partitions did not pass before the try");
        }
        Answer across = ping(from, beyond);
        if (across == Answer.PASSED) {
            return new Result("broken", "a ping from the partition into another one of the fabric was answered");
        }
        if (across == Answer.UNKNOWN
                || ping(from, inside) != Answer.PASSED
                || ping(there.get(1), beyond) != Answer.PASSED) {
            return new Result("unknown", "a ping inside one of the two partitions did not pass after the try");
        }
        return new Result(
                "proved",
                "a ping into another partition of the fabric was not answered, while pings inside both were, before and"
                        + " after it");
    }

    private Answer ping(End from, String target) {
        TaskRequest task = TaskRequest.newBuilder()
                .setTaskId(UUID.randomUUID().toString())
                .setTimeLimit(Duration.newBuilder().setSeconds(LIMIT_SECONDS))
                .setPing(PingTask.newBuilder()
                        .setInterfaceName(from.interfaceName())
                        .setTarget(target)
                        .setCount(2))
                .build();
        try {
            TaskUpdate end =
                    sessions.run(from.node(), task).toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (!end.hasPing() || end.getPing().getSent() == 0) {
                return Answer.UNKNOWN;
            }
            return end.getPing().getReceived() > 0 ? Answer.PASSED : Answer.SILENT;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Answer.UNKNOWN;
        } catch (DomainFault | ExecutionException | TimeoutException e) {
            return Answer.UNKNOWN;
        }
    }
}
