package dev.ibportal.portal.session.inventory;

import dev.ibportal.agent.v1.Hca;
import dev.ibportal.agent.v1.LinkLayer;
import dev.ibportal.agent.v1.Port;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A port that a node found on itself. */
record PortSighting(Guid guid, String device, Port port) {
    /** Ports whose GUID is one; a card that is still being set up may have none yet. */
    static List<PortSighting> of(List<Hca> hcas) {
        List<PortSighting> all = new ArrayList<>();
        for (Hca hca : hcas) {
            for (Port port : hca.getPortsList()) {
                guid(port).ifPresent(guid -> all.add(new PortSighting(guid, hca.getDevice(), port)));
            }
        }
        return all;
    }

    boolean isInfiniBand() {
        return port.getLinkLayer() == LinkLayer.LINK_LAYER_INFINIBAND;
    }

    private static Optional<Guid> guid(Port port) {
        try {
            return Optional.of(Guid.parse(port.getGuid()));
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }
}
