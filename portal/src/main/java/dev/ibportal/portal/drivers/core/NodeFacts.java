package dev.ibportal.portal.drivers.core;

import dev.ibportal.drivers.NodeShape;
import java.util.List;
import java.util.UUID;

/**
 * What is known of a node that decides about its drivers.
 *
 * @param state as the list of nodes has it
 * @param fabrics names of those its ports are on
 * @param groups redundancy groups it is in
 * @param known whether the node has ever told about itself
 * @param adaptersKnown whether it has told of its adapters: one that tells of none may have some without a driver
 */
public record NodeFacts(
        UUID id,
        String name,
        String state,
        List<String> fabrics,
        List<String> groups,
        NodeShape shape,
        boolean known,
        boolean adaptersKnown) {
    public NodeFacts {
        fabrics = List.copyOf(fabrics);
        groups = List.copyOf(groups);
    }
}
