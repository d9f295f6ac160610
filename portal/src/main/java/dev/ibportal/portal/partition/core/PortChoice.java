package dev.ibportal.portal.partition.core;

import java.util.List;
import java.util.UUID;

/** Which port of a node joins a partition when nobody named one. */
public sealed interface PortChoice {
    record Port(UUID id, String guid) {}

    record Chosen(Port port) implements PortChoice {}

    /** The node has no port on that fabric. */
    record None() implements PortChoice {}

    /** More than one would do: a person has to say which. */
    record Several(List<Port> ports) implements PortChoice {}

    static PortChoice among(List<Port> ports) {
        return switch (ports.size()) {
            case 0 -> new None();
            case 1 -> new Chosen(ports.get(0));
            default -> new Several(List.copyOf(ports));
        };
    }
}
