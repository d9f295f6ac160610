package dev.ibportal.portal.session.spec;

import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.portal.platform.jobs.WakeUp;
import dev.ibportal.portal.platform.jobs.WakeUpListener;
import dev.ibportal.portal.platform.jobs.Worker;
import dev.ibportal.portal.session.live.LivePages;
import dev.ibportal.portal.session.live.NodeSession;
import dev.ibportal.portal.session.live.SessionEvents;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jboss.logging.Logger;

/** Sends specs: to a node that has just come, and to nodes for which something was changed. */
@Singleton
class SpecDispatcher implements SessionEvents, WakeUpListener {
    private static final Logger LOG = Logger.getLogger(SpecDispatcher.class);
    private static final int BATCH = 1000;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final SpecBuilder builder;
    private final LivePages pages;
    private final ConcurrentMap<UUID, NodeSession> here = new ConcurrentHashMap<>();
    private final ConcurrentMap<UUID, NodeSession> untold = new ConcurrentHashMap<>();
    private final Worker worker = new Worker("node-specs", PATIENCE, this::round);

    SpecDispatcher(SpecBuilder builder, LivePages pages) {
        this.builder = builder;
        this.pages = pages;
        worker.start();
    }

    @Override
    public void connected(NodeSession session) {
        here.put(session.nodeId(), session);
        untold.put(session.nodeId(), session);
        worker.wake();
    }

    @Override
    public void disconnected(NodeSession session) {
        here.remove(session.nodeId(), session);
        untold.remove(session.nodeId(), session);
    }

    @Override
    public void woken(WakeUp wakeUp) {
        if (!(wakeUp instanceof WakeUp.Fabric)) {
            worker.wake();
        }
    }

    private void round() {
        boolean more;
        do {
            Map<UUID, NodeSession> connected = takeUntold();
            SpecBuilder.Batch batch;
            try {
                batch = builder.build(Map.copyOf(here), connected, BATCH);
            } catch (RuntimeException e) {
                connected.forEach(untold::putIfAbsent);
                throw e;
            }
            batch.specs().forEach(this::send);
            LOG.debugf("%d specs sent", batch.specs().size());
            pages.members(batch.members());
            more = batch.full() || !untold.isEmpty();
        } while (more);
    }

    private Map<UUID, NodeSession> takeUntold() {
        Map<UUID, NodeSession> taken = new HashMap<>();
        for (Iterator<Map.Entry<UUID, NodeSession>> each = untold.entrySet().iterator();
                each.hasNext() && taken.size() < BATCH; ) {
            Map.Entry<UUID, NodeSession> next = each.next();
            if (untold.remove(next.getKey(), next.getValue())) {
                taken.put(next.getKey(), next.getValue());
            }
        }
        return taken;
    }

    private void send(UUID node, NodeSpec spec) {
        NodeSession session = here.get(node);
        if (session != null) {
            session.send(SessionResponse.newBuilder().setNodeSpec(spec).build());
        }
    }

    void stop(@Observes ShutdownEvent event) {
        worker.stop();
    }
}
