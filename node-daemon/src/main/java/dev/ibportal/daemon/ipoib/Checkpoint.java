package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.daemon.ipoib.persist.Mark;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpoibMode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the host has of one item at one moment: to tell whether a change was really taken back. */
record Checkpoint(List<Child> children, Map<String, String> files) {
    /** The parts of an interface that we ever change. */
    record Child(
            String name,
            Optional<IpoibMode> mode,
            Optional<Integer> mtu,
            Optional<Boolean> up,
            List<InterfaceAddress> addresses) {
        static Child of(NetdevView netdev) {
            return new Child(
                    netdev.name(),
                    netdev.mode(),
                    netdev.mtu(),
                    netdev.up(),
                    netdev.configured().stream()
                            .map(NetdevView.AddressView::address)
                            .sorted(Comparator.comparing(InterfaceAddress::toString))
                            .toList());
        }
    }

    static Checkpoint of(Wish wish, Wish.Target target, Sight sight) {
        return new Checkpoint(
                sight.host().children(target.port(), target.pkey()).stream()
                        .map(Child::of)
                        .toList(),
                sight.persisted().of(new Mark(wish.interfaceId(), target.port(), target.pkey())));
    }
}
