package dev.ibportal.portal.session.inventory;

import dev.ibportal.agent.v1.Hca;
import dev.ibportal.agent.v1.LinkLayer;
import dev.ibportal.agent.v1.Port;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InvalidValueException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A port that a node found on itself. */
record PortSighting(Guid guid, String device, Port port, Place place) {
    /**
     * Where it sits.
     *
     * @param model type of the card; empty: unknown
     * @param ordinal its place among the node's ports of that model, from 1
     */
    record Place(String model, String psid, String pciAddress, int ordinal) {}

    /** Ports whose GUID is one; a card that is still being set up may have none yet. */
    static List<PortSighting> of(List<Hca> hcas) {
        List<PortSighting> all = new ArrayList<>();
        Map<String, Integer> seen = new HashMap<>();
        // By slot: names of devices change over night.
        List<Hca> bySlot = hcas.stream()
                .sorted(Comparator.comparing(Hca::getPciAddress).thenComparing(Hca::getDevice))
                .toList();
        for (Hca hca : bySlot) {
            for (Port port : hca.getPortsList()) {
                int ordinal = seen.merge(hca.getHcaType(), 1, Integer::sum);
                Place place = new Place(hca.getHcaType(), hca.getPsid(), hca.getPciAddress(), ordinal);
                guid(port).ifPresent(guid -> all.add(new PortSighting(guid, hca.getDevice(), port, place)));
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
