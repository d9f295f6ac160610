package dev.ibportal.portal.session.transport;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** The port for daemons, and how long silence is no news. */
@ConfigMapping(prefix = "ibportal.agents")
public interface AgentsConfig {
    @WithDefault("0.0.0.0")
    String host();

    /** 0 takes any free port. */
    @WithDefault("9443")
    int port();

    /** {@code host:port} as nodes reach this portal, for the join command; else this host's name and the port. */
    Optional<String> publicAddress();

    @WithDefault("20s")
    Duration heartbeat();

    /** So long without a sign of life and a node counts as unreachable. */
    @WithDefault("50s")
    Duration unreachableAfter();

    /** How often signs of life are written down and silent nodes looked for. */
    @WithDefault("2s")
    Duration sweep();

    /** Handshakes under way at once; more are refused at the door and dial again later. */
    @WithDefault("300")
    int maxHandshakes();

    /** Largest message of a daemon in bytes; a larger one ends its call, not its connection. */
    @WithDefault("4194304")
    int maxMessageBytes();

    /** Life of an enrolment token, at most one hour. */
    @WithDefault("1h")
    Duration tokenLife();
}
