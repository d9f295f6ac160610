package dev.ibportal.portal.session;

import dev.ibportal.agent.v1.GoodbyeReason;
import dev.ibportal.portal.platform.jobs.Ticker;
import dev.ibportal.portal.platform.pki.ServerKey;
import dev.ibportal.portal.session.live.Evictions;
import dev.ibportal.portal.session.live.NodeSession;
import dev.ibportal.portal.session.live.Sessions;
import dev.ibportal.portal.session.live.SilenceWatch;
import dev.ibportal.portal.session.transport.AgentServer;
import dev.ibportal.portal.session.transport.AgentsConfig;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Opens the port for daemons when the portal starts, and says goodbye when it stops. */
@Singleton
class AgentsLifecycle {
    private static final Duration CERTIFICATE_CHECK = Duration.ofHours(1);

    void open(@Observes StartupEvent event, AgentServer server, AgentEndpoint endpoint) {
        server.start(endpoint);
    }

    void watch(
            @Observes StartupEvent event,
            AgentsConfig config,
            Ticker ticker,
            SilenceWatch watch,
            Evictions evictions,
            ServerKey key) {
        ticker.every(config.sweep(), "looking for silent nodes", watch::sweep);
        ticker.every(config.sweep(), "looking for withdrawn certificates", evictions::sweep);
        ticker.every(CERTIFICATE_CHECK, "renewing the server certificate", key::renewWhenDue);
    }

    void stop(@Observes ShutdownEvent event, AgentServer server, Sessions sessions) {
        for (NodeSession session : sessions.all()) {
            sessions.end(session.nodeId(), GoodbyeReason.GOODBYE_REASON_SHUTDOWN, "the portal stops");
        }
        server.stop();
    }
}
