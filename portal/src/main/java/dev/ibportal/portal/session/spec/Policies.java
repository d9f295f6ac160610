package dev.ibportal.portal.session.spec;

import dev.ibportal.agent.v1.DriftPolicy;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.NodeSpec;
import java.util.Set;
import java.util.UUID;

/** Says in a spec what becomes of drift. Repair is the rule and is not said. */
final class Policies {
    private Policies() {}

    static NodeSpec in(NodeSpec spec, Set<UUID> reportOnly) {
        if (reportOnly.isEmpty()) {
            return spec;
        }
        NodeSpec.Builder told = spec.toBuilder();
        for (int i = 0; i < spec.getInterfacesCount(); i++) {
            InterfaceItem item = spec.getInterfaces(i);
            if (reportOnly.contains(UUID.fromString(item.getInterfaceId()))) {
                told.setInterfaces(i, item.toBuilder().setDriftPolicy(DriftPolicy.DRIFT_POLICY_REPORT_ONLY));
            }
        }
        return told.build();
    }
}
