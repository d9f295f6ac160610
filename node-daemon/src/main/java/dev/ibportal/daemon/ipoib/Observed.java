package dev.ibportal.daemon.ipoib;

import dev.ibportal.agent.v1.IpoibMode;
import dev.ibportal.agent.v1.ObservedInterface;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.daemon.inventory.PortView;
import dev.ibportal.daemon.ipoib.persist.Mark;
import dev.ibportal.types.PKey;
import java.util.Optional;

/** An interface as it was found, in the words of the contract. */
final class Observed {
    private Observed() {}

    static ObservedInterface of(
            Optional<NetdevView> child, Optional<PortView> port, PKey pkey, Sight sight, String interfaceId) {
        ObservedInterface.Builder message = ObservedInterface.newBuilder();
        child.ifPresent(found -> fill(message, found));
        port.flatMap(p -> p.entry(pkey)).ifPresent(entry -> message.setFullMember(entry == pkey.full()));
        port.flatMap(PortView::guid)
                .ifPresent(guid -> message.addAllPersistedIn(
                        sight.persisted().of(new Mark(interfaceId, guid, pkey)).keySet()));
        return message.build();
    }

    private static void fill(ObservedInterface.Builder message, NetdevView found) {
        message.setName(found.name());
        found.pkey().map(PKey::full).ifPresent(message::setPkey);
        found.mode()
                .ifPresent(mode -> message.setMode(
                        switch (mode) {
                            case DATAGRAM -> IpoibMode.IPOIB_MODE_DATAGRAM;
                            case CONNECTED -> IpoibMode.IPOIB_MODE_CONNECTED;
                        }));
        found.mtu().ifPresent(message::setMtu);
        found.carrier().ifPresent(message::setCarrier);
        found.configured()
                .forEach(address -> message.addAddresses(address.address().toString()));
    }
}
