package dev.ibportal.portal.reconcile;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How often fabrics are looked at when nobody changes anything. */
@ConfigMapping(prefix = "ibportal.fabric")
public interface FabricConfig {
    /** Whether the subnet manager runs, and the ports that do not show yet what they should. */
    @WithDefault("5s")
    Duration pollInterval();

    /** The tables of all ports with members, the oldest first: no port more often than this. */
    @WithDefault("5m")
    Duration auditInterval();

    /**
     * How much of the time may go into reading tables in the background, above 0 up to 1. With the usual values a round
     * over 360 ports takes its 5 minutes, and one over 10,000 ports 2 hours and 20 minutes.
     */
    @WithDefault("0.03")
    double auditShare();

    /** The same for ports that do not show yet what they should; just after a change the manager's daemon looks by itself. */
    @WithDefault("0.25")
    double unsettledShare();

    /** How long it takes to read one port. */
    @WithDefault("25ms")
    Duration portReadTime();

    /** A request without an answer for so long means that nothing is known. */
    @WithDefault("15s")
    Duration answerLimit();
}
