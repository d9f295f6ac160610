package dev.ibportal.portal.seal;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** How the audit log is sealed and kept. */
@ConfigMapping(prefix = "ibportal.audit")
public interface SealConfig {
    /** How long an event stays without number and seal at most, when nothing holds it up. */
    @WithDefault("5s")
    Duration sealInterval();

    /** Where the signing keys are; one directory for all replicas. Unset: in the data directory. */
    Optional<Path> keyDirectory();

    /** Where each new head of the chain is written down, best on another machine. Unset: in the data directory. */
    Optional<Path> anchorFile();

    /** Months that are kept beside the present one; unset: all. */
    OptionalInt keepMonths();
}
