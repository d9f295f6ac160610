package dev.ibportal.portal.evidence;

import com.google.protobuf.Duration;
import dev.ibportal.agent.v1.PingTask;
import dev.ibportal.agent.v1.TaskRequest;
import dev.ibportal.agent.v1.TaskUpdate;
import dev.ibportal.portal.evidence.EvidenceSql.Beyond;
import dev.ibportal.portal.evidence.EvidenceSql.End;
import dev.ibportal.portal.evidence.EvidenceSql.Other;
import dev.ibportal.portal.evidence.core.Check;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.session.SessionService;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Tries to get from one partition into another. The try is framed by pings inside both partitions that must pass, before
 * and after it: only then is silence a closed door.
 */
@ApplicationScoped
class Probe {
    private static final int PACKETS = 2;
    private static final int LIMIT_SECONDS = 20;
    private static final int PATIENCE_SECONDS = 30;

    private final SessionService sessions;

    Probe(SessionService sessions) {
        this.sessions = sessions;
    }

    /**
     * @param verdict proved, broken or unknown
     * @param course as far as the tenant may know it; none where nothing could be tried
     */
    record Result(String verdict, String detail, Check.@Nullable Course course) {
        Result(String verdict, String detail) {
            this(verdict, detail, null);
        }

        Result on(Check.Course tried) {
            return new Result(verdict, detail, tried);
        }
    }

    private enum Answer {
        PASSED,
        SILENT,
        UNKNOWN
    }

    /**
     * Whom to ask.
     *
     * @param from pings all but the witness's
     * @param inside another host of the same partition
     * @param witness pings what is beyond from inside the other partition
     */
    record Course(End from, End inside, End witness, Beyond beyond, Other other) {
        /** What is another tenant's is not named. */
        Check.Course told(boolean whole) {
            String to = beyond.end().text() + " (" + other.name() + ")";
            return new Check.Course(from.text(), inside.text(), whole ? to : null, PACKETS);
        }
    }

    Result run(Course course) {
        String beyond = course.beyond.end().address();
        if (!insideWorks(course)) {
            return new Result("unknown", "a ping inside one of the two partitions did not pass before the try");
        }
        Answer across = ping(course.from, beyond);
        if (across == Answer.PASSED) {
            return course.beyond.here()
                    ? new Result(
                            "unknown",
                            "a ping into another partition was answered by a host that is in both, which may answer for itself")
                    : new Result("broken", "a ping from the partition into another one of the fabric was answered");
        }
        if (across == Answer.UNKNOWN || !insideWorks(course)) {
            return new Result("unknown", "a ping inside one of the two partitions did not pass after the try");
        }
        return new Result(
                "proved",
                "a ping into another partition of the fabric was not answered, while pings inside both were, before and"
                        + " after it");
    }

    private boolean insideWorks(Course course) {
        return ping(course.from, course.inside.address()) == Answer.PASSED
                && ping(course.witness, course.beyond.end().address()) == Answer.PASSED;
    }

    private Answer ping(End from, String target) {
        TaskRequest task = TaskRequest.newBuilder()
                .setTaskId(UUID.randomUUID().toString())
                .setTimeLimit(Duration.newBuilder().setSeconds(LIMIT_SECONDS))
                .setPing(PingTask.newBuilder()
                        .setInterfaceName(from.interfaceName())
                        .setTarget(target)
                        .setCount(PACKETS))
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
