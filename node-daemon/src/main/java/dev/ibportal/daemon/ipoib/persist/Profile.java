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
 * An interface as a back-end has to keep it. Every part is of a type that has no room for foreign syntax.
 *
 * @param parent the port's own interface; for {@link InterfaceKind#PARENT} the same as {@code name}
 * @param mtu empty: whatever mode and broadcast group allow
 * @param extras what goes beyond mode, MTU and addresses
 */
public record Profile(
        String interfaceId,
        Guid port,
        PKey pkey,
        InterfaceName name,
        InterfaceName parent,
        IpoibMode mode,
        Optional<IpMtu> mtu,
        List<InterfaceAddress> addresses,
        Extras extras) {
    public Profile {
        addresses = List.copyOf(addresses);
        Mark.requireId(interfaceId);
        if ((extras.kind() == InterfaceKind.PARENT) != name.equals(parent)) {
            throw new IllegalArgumentException(name + " on " + parent + " cannot be a " + extras.kind());
        }
    }

    /** A child with nothing but mode, MTU and addresses. */
    public Profile(
            String interfaceId,
            Guid port,
            PKey pkey,
            InterfaceName name,
            InterfaceName parent,
            IpoibMode mode,
            Optional<IpMtu> mtu,
            List<InterfaceAddress> addresses) {
        this(interfaceId, port, pkey, name, parent, mode, mtu, addresses, Extras.NONE);
    }

    public boolean isChild() {
        return extras.kind() == InterfaceKind.CHILD;
    }

    List<InterfaceAddress> addresses(IpFamily family) {
        return addresses.stream()
                .filter(address -> address.address().family() == family)
                .toList();
    }

    List<Route> routes(IpFamily family) {
        return extras.routes().stream()
                .filter(route -> route.destination().family() == family)
                .toList();
    }

    List<PolicyRule> rules(IpFamily family) {
        return extras.rules().stream().filter(rule -> rule.family() == family).toList();
    }

    Mark mark() {
        return new Mark(interfaceId, port, pkey);
    }
}
