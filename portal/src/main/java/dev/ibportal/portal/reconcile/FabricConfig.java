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

    /** The tables of all ports with members. */
    @WithDefault("5m")
    Duration auditInterval();

    /** A request without an answer for so long means that nothing is known. */
    @WithDefault("15s")
    Duration answerLimit();
}
