package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.types.Guid;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.InterfaceName;
import dev.ibportal.types.IpFamily;
import dev.ibportal.types.IpMtu;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.PKey;
import java.util.List;
import java.util.Optional;

/**
 * A child interface as a back-end has to keep it. Every part is of a type that has no room for foreign syntax.
 *
 * @param mtu empty: whatever mode and broadcast group allow
 */
public record Profile(
        String interfaceId,
        Guid port,
        PKey pkey,
        InterfaceName name,
        InterfaceName parent,
        IpoibMode mode,
        Optional<IpMtu> mtu,
        List<InterfaceAddress> addresses) {
    public Profile {
        addresses = List.copyOf(addresses);
        Mark.requireId(interfaceId);
    }

    List<InterfaceAddress> addresses(IpFamily family) {
        return addresses.stream()
                .filter(address -> address.address().family() == family)
                .toList();
    }

    Mark mark() {
        return new Mark(interfaceId, port, pkey);
    }
}
