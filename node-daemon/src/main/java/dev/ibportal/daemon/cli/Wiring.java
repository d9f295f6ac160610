package dev.ibportal.daemon.cli;

import dev.ibportal.daemon.host.Host;
import java.time.Clock;

/** Puts the parts of one daemon together. */
final class Wiring {
    private Wiring() {}

    static Host host(DaemonConfig config, Clock clock) {
        throw new UnsupportedOperationException();
    }

    static String hostName(Host host) {
        throw new UnsupportedOperationException();
    }
}
