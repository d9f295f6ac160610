package dev.ibportal.portal.session.live;

import dev.ibportal.agent.v1.DriverLog;
import dev.ibportal.agent.v1.DriverProgress;
import dev.ibportal.agent.v1.DriverResult;
import dev.ibportal.agent.v1.FabricSurvey;
import dev.ibportal.agent.v1.InventoryReport;
import dev.ibportal.agent.v1.NodeJournal;
import dev.ibportal.agent.v1.NodeStatus;
import dev.ibportal.agent.v1.SmReadBack;
import dev.ibportal.agent.v1.SmRefusal;
import dev.ibportal.agent.v1.SpecRefusal;
import dev.ibportal.agent.v1.TaskUpdate;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;

/**
 * What happens in sessions, for whoever it concerns; the messages of one session come one after the other. Does nothing
 * by default, so that each listener says only what it cares for.
 */
public interface SessionEvents {
    /** The daemon has been welcomed. */
    default void connected(NodeSession session) {}

    /** The stream is over; the node may be back in a moment. */
    default void disconnected(NodeSession session) {}

    /** These nodes now count as unreachable. */
    default void unreachable(Set<UUID> nodes) {}

    default void inventory(NodeSession session, InventoryReport report, Instant at) {}

    default void status(NodeSession session, NodeStatus status, Instant at) {}

    default void refused(NodeSession session, SpecRefusal refusal, Instant at) {}

    default void readBack(NodeSession session, SmReadBack readBack, Instant at) {}

    default void refused(NodeSession session, SmRefusal refusal, Instant at) {}

    /** What the whole fabric looks like. */
    default void survey(NodeSession session, FabricSurvey survey, Instant at) {}

    default void task(NodeSession session, TaskUpdate update) {}

    /** How a job of drivers goes on. */
    default void driver(NodeSession session, DriverProgress progress) {}

    /** Part of its log. */
    default void driver(NodeSession session, DriverLog log) {}

    /** What came of it. */
    default void driver(NodeSession session, DriverResult result) {}

    /** What the daemon did as root since it told last. */
    default void journal(NodeSession session, NodeJournal journal) {}
}
