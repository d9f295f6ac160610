package dev.ibportal.daemon.host.simulated;

import java.util.Map;
import java.util.Optional;

/** Whom a simulated host has asked for on an interface, and who answered. */
@FunctionalInterface
public interface Neighbourhood {
    /** @return hardware addresses, forty digits, by IP address; empty for one that nobody answered for */
    Map<String, Optional<String>> of(String netdev);
}
