package dev.ibportal.portal.topology.core;

import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * What the portal knows of a port that discovery saw.
 *
 * @param tenants names of those that the node was granted to
 * @param partitions PKeys whose member the port is, as {@code 0x8005}
 * @param limited those of them in which it is a limited member
 */
public record Registered(UUID node, String name, List<String> tenants, Set<String> partitions, Set<String> limited) {
    public Registered {
        tenants = List.copyOf(tenants);
        partitions = Set.copyOf(partitions);
        limited = Set.copyOf(limited);
    }
}
