package dev.ibportal.portal.reconcile.sm;

import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmReadBack;
import dev.ibportal.agent.v1.SmReadRequest;
import dev.ibportal.agent.v1.SmRefusal;
import dev.ibportal.portal.session.live.NodeSession;
import dev.ibportal.portal.session.live.SessionEvents;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InvalidValueException;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Subnet managers of any kind, each looked after by a daemon, which is reached over its session. */
@Singleton
class SmDaemons implements SubnetManager, SessionEvents {
    private final SmReports reports;
    private final Clock clock;
    private final ConcurrentMap<UUID, Line> lines = new ConcurrentHashMap<>();

    SmDaemons(SmReports reports, Clock clock) {
        this.reports = reports;
        this.clock = clock;
    }

    /** The session with a manager's daemon, and what it is known to have. */
    private static final class Line {
        private final NodeSession session;
        private OptionalLong generation;
        private long sent;
        private Instant documentSince = Instant.MAX;
        private Instant readSince = Instant.MAX;

        Line(NodeSession session) {
            this.session = session;
            this.generation = session.knownDocument();
        }

        synchronized boolean send(SessionResponse message, Instant now) {
            if (message.hasSmDocument()) {
                sent = message.getSmDocument().getGeneration();
                documentSince = now;
            } else if (readSince.equals(Instant.MAX)) {
                readSince = now;
            }
            return session.send(message);
        }

        /** An answer that knows nothing of the document on its way is none to it. */
        synchronized void has(OptionalLong known) {
            generation = known;
            readSince = Instant.MAX;
            if (known.orElse(0) >= sent) {
                documentSince = Instant.MAX;
            }
        }

        synchronized void refused() {
            readSince = Instant.MAX;
            documentSince = Instant.MAX;
        }

        synchronized Contact contact() {
            Instant oldest = documentSince.isBefore(readSince) ? documentSince : readSince;
            return new Contact.Present(generation, documentSince.equals(Instant.MAX) ? 0 : sent, oldest);
        }
    }

    @Override
    public Contact contact(SmTarget target) {
        Line line = lines.get(target.node());
        return line == null ? new Contact.None() : line.contact();
    }

    @Override
    public boolean apply(SmTarget target, SmDocument document) {
        return send(target, SessionResponse.newBuilder().setSmDocument(document).build());
    }

    @Override
    public boolean read(SmTarget target, Collection<Guid> ports, boolean survey) {
        SmReadRequest request = SmReadRequest.newBuilder()
                .setFabricId(target.fabric().toString())
                .addAllGuids(ports.stream().map(Guid::toString).toList())
                .setWithoutSurvey(!survey)
                .build();
        return send(target, SessionResponse.newBuilder().setSmRead(request).build());
    }

    private boolean send(SmTarget target, SessionResponse message) {
        Line line = lines.get(target.node());
        return line != null && line.send(message, clock.instant());
    }

    @Override
    public void connected(NodeSession session) {
        if (session.isSubnetManager()) {
            lines.put(session.nodeId(), new Line(session));
            reports.contactChanged(session.nodeId());
        }
    }

    @Override
    public void disconnected(NodeSession session) {
        Line line = lines.get(session.nodeId());
        if (line != null && line.session == session && lines.remove(session.nodeId(), line)) {
            reports.contactChanged(session.nodeId());
        }
    }

    @Override
    public void readBack(NodeSession session, SmReadBack readBack, Instant at) {
        OptionalLong known =
                readBack.hasGeneration() ? OptionalLong.of(readBack.getGeneration()) : OptionalLong.empty();
        line(session).ifPresent(line -> line.has(known));
        reports.readBack(target(session, readBack.getFabricId()), readBack, at);
    }

    @Override
    public void refused(NodeSession session, SmRefusal refusal, Instant at) {
        line(session).ifPresent(Line::refused);
        reports.refused(target(session, refusal.getFabricId()), refusal, at);
    }

    private Optional<Line> line(NodeSession session) {
        return Optional.ofNullable(lines.get(session.nodeId())).filter(line -> line.session == session);
    }

    private static SmTarget target(NodeSession session, String fabric) {
        try {
            return new SmTarget(UUID.fromString(fabric), session.nodeId());
        } catch (IllegalArgumentException e) {
            InvalidValueException invalid =
                    new InvalidValueException("fabric-id.syntax", "fabric_id \"" + fabric + "\" is no id", fabric);
            invalid.initCause(e);
            throw invalid;
        }
    }
}
