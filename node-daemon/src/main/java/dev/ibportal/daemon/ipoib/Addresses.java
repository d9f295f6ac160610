package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.inventory.HostView;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.types.InterfaceAddress;
import java.util.Optional;

/** Where a wanted address really is. */
final class Addresses {
    private Addresses() {}

    static Cause mismatch(InterfaceAddress wanted, String name, String found) {
        return Cause.failed("address.mismatch", "wanted " + wanted + " on " + name + ", found " + found);
    }

    /** On another interface than the wanted child: {@code on ib1.8081}. */
    static Optional<String> elsewhere(InterfaceAddress wanted, HostView host, Wish.Present wish) {
        var children = host.interfaces(wish.port(), wish.pkey(), wish.isParent());
        return host.knownNetdevs().stream()
                .filter(netdev -> !children.contains(netdev))
                .filter(netdev -> netdev.configured().stream()
                        .anyMatch(address -> address.address().address().equals(wanted.address())))
                .map(netdev -> "on " + netdev.name())
                .findFirst();
    }

    /** The same address with another prefix length. */
    static Optional<InterfaceAddress> otherLength(InterfaceAddress wanted, NetdevView child) {
        return child.configured().stream()
                .map(NetdevView.AddressView::address)
                .filter(address -> address.address().equals(wanted.address()) && !address.equals(wanted))
                .findFirst();
    }
}
