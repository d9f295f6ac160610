package dev.ibportal.portal.session.live;

import dev.ibportal.agent.v1.GoodbyeReason;
import dev.ibportal.agent.v1.Hello;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.agent.v1.Welcome;
import dev.ibportal.portal.platform.security.StrangeHosts;
import dev.ibportal.portal.session.core.Admission;
import dev.ibportal.portal.session.core.ProtoTimes;
import dev.ibportal.portal.session.transport.AgentsConfig;
import dev.ibportal.portal.session.transport.Peer;
import dev.ibportal.portal.session.transport.Refusal;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/** The sessions that are open on this portal: at most one for each node. */
@Singleton
public final class Sessions {
    private static final Logger LOG = Logger.getLogger(Sessions.class);

    private final ConcurrentMap<UUID, NodeSession> open = new ConcurrentHashMap<>();
    private final SessionSql sql;
    private final StrangeHosts strangers;
    private final AgentsConfig config;
    private final List<SessionEvents> events;
    private final Clock clock;
    private final String version;

    Sessions(
            SessionSql sql,
            AgentsConfig config,
            @All List<SessionEvents> events,
            StrangeHosts strangers,
            Clock clock,
            @ConfigProperty(name = "quarkus.application.version", defaultValue = "") String version) {
        this.strangers = strangers;
        this.sql = sql;
        this.config = config;
        this.events = events;
        this.clock = clock;
        this.version = version;
    }

    public Optional<NodeSession> find(UUID node) {
        return Optional.ofNullable(open.get(node));
    }

    public Collection<NodeSession> all() {
        return List.copyOf(open.values());
    }

    /** Lets the daemon in, or says why not and ends the stream. */
    Optional<NodeSession> open(Peer peer, Hello hello, Mailbox mailbox) {
        Instant now = clock.instant();
        NodeSession session = new NodeSession(peer, hello, mailbox, now);
        Admission admission = sql.admit(peer, hello, now);
        if (admission instanceof Admission.Refused refused) {
            LOG.warnf("%s refused: %s", session, refused.detail());
            strangers.refused("node.connect", session.nodeId().toString(), refused.detail(), peer.address());
            session.goodbye(refused.reason(), refused.detail());
            return Optional.empty();
        }
        NodeSession old = open.put(session.nodeId(), session);
        if (old != null) {
            old.goodbye(GoodbyeReason.GOODBYE_REASON_REPLACED, "the same machine connected again");
        }
        session.send(
                SessionResponse.newBuilder().setWelcome(welcome(session, now)).build());
        LOG.infof("%s opened, daemon %s", session, hello.getDaemonVersion());
        tell(listener -> listener.connected(session));
        return Optional.of(session);
    }

    private Welcome welcome(NodeSession session, Instant now) {
        Welcome.Builder welcome = Welcome.newBuilder()
                .setNodeId(session.nodeId().toString())
                .setPortalVersion(version)
                .setHeartbeatInterval(ProtoTimes.duration(config.heartbeat()))
                .setPortalTime(ProtoTimes.timestamp(now))
                .setMaxMessageBytes(config.maxMessageBytes());
        if (session.can("journal")) {
            welcome.setJournalNumber(sql.lastOfJournal(session.nodeId()));
        }
        return welcome.build();
    }

    void received(NodeSession session, SessionRequest message) {
        Instant now = clock.instant();
        session.sign(now);
        switch (message.getBodyCase()) {
            case HELLO -> throw Refusal.outOfOrder("session.hello-twice", "Hello was sent already in this session");
            case INVENTORY -> tell(listener -> listener.inventory(session, message.getInventory(), now));
            case NODE_STATUS -> tell(listener -> listener.status(session, message.getNodeStatus(), now));
            case SPEC_REFUSAL -> tell(listener -> listener.refused(session, message.getSpecRefusal(), now));
            case SURVEY -> fromSubnetManager(session, listener -> listener.survey(session, message.getSurvey(), now));
            case SM_READ_BACK ->
                fromSubnetManager(session, listener -> listener.readBack(session, message.getSmReadBack(), now));
            case SM_REFUSAL ->
                fromSubnetManager(session, listener -> listener.refused(session, message.getSmRefusal(), now));
            case TASK_UPDATE -> tell(listener -> listener.task(session, message.getTaskUpdate()));
            case JOURNAL -> tell(listener -> listener.journal(session, message.getJournal()));
            case DRIVER_PROGRESS -> tell(listener -> listener.driver(session, message.getDriverProgress()));
            case DRIVER_LOG -> tell(listener -> listener.driver(session, message.getDriverLog()));
            case DRIVER_RESULT -> tell(listener -> listener.driver(session, message.getDriverResult()));
            case LOG -> LOG.debugf("%s: %s", session, message.getLog().getText());
            case HEARTBEAT, BODY_NOT_SET -> {
                // the sign of life is all there is to it; what a newer daemon may say is ignored
            }
        }
    }

    private void fromSubnetManager(NodeSession session, Consumer<SessionEvents> event) {
        if (!session.isSubnetManager()) {
            throw Refusal.denied(
                    "session.role",
                    "the certificate of this node has no role subnet-manager, so it cannot speak for one");
        }
        tell(event);
    }

    void closed(NodeSession session) {
        if (open.remove(session.nodeId(), session)) {
            LOG.infof("%s closed", session);
            tell(listener -> listener.disconnected(session));
        }
    }

    /** Ends the session of a node, if there is one, with a word. */
    public void end(UUID node, GoodbyeReason reason, String detail) {
        NodeSession session = open.get(node);
        if (session != null) {
            session.goodbye(reason, detail);
            closed(session);
        }
    }

    /** Ends a session that has not been heard of for too long. */
    void drop(NodeSession session, Refusal refusal) {
        session.fail(refusal);
        closed(session);
    }

    void tell(Consumer<SessionEvents> event) {
        events.forEach(event);
    }
}
