package dev.ibportal.daemon.reconcile;

import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.NodeSpec;

/** A node spec with a generation of one's own choice. */
final class SpecBuilder {
    private final NodeSpec.Builder spec;

    SpecBuilder(long generation) {
        spec = NodeSpec.newBuilder().setGeneration(generation);
    }

    SpecBuilder add(InterfaceItem.Builder item) {
        spec.addInterfaces(item);
        return this;
    }

    NodeSpec build() {
        return spec.build();
    }
}
