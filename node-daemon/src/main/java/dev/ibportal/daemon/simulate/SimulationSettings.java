package dev.ibportal.daemon.simulate;

import dev.ibportal.daemon.enrol.PortalAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * What a simulation is made of.
 *
 * @param tokens hosts to add, beside those that the state directory knows
 * @param faults switched on from the beginning
 * @param controlPort loopback port of the control, 0 for any; empty for none
 * @param sweepDelay how long the subnet manager takes from being told to the ports' tables
 */
public record SimulationSettings(
        PortalAddress portal,
        Path stateDir,
        int switches,
        List<NodeToken> tokens,
        List<Fault> faults,
        OptionalInt controlPort,
        Duration reconnectSpread,
        Duration sweepDelay,
        String daemonVersion) {
    /**
     * A fault to switch on.
     *
     * @param node empty for one that strikes no node
     */
    public record Fault(FaultKind kind, String node) {
        /** Reads {@code kind} or {@code kind:node}. */
        public static Fault parse(String text) {
            int colon = text.indexOf(':');
            return colon < 0
                    ? new Fault(FaultKind.parse(text), "")
                    : new Fault(FaultKind.parse(text.substring(0, colon)), text.substring(colon + 1));
        }
    }
}
