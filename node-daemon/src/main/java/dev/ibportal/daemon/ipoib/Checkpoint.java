package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.daemon.ipoib.persist.Mark;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpoibMode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What the host has of one item at one moment: to tell whether a change was really taken back. */
record Checkpoint(List<Child> children, Map<String, String> files, Set<String> beside) {
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
        List<NetdevView> interfaces = sight.host().interfaces(target.port(), target.pkey(), target.isParent());
        return new Checkpoint(
                interfaces.stream().map(Child::of).toList(),
                sight.persisted().of(new Mark(wish.interfaceId(), target.port(), target.pkey())),
                beside(interfaces, sight));
    }

    /** Routes by these interfaces and their kernel settings; rules are few, so that all of them are compared. */
    private static Set<String> beside(List<NetdevView> interfaces, Sight sight) {
        Set<String> names = interfaces.stream().map(NetdevView::name).collect(Collectors.toSet());
        Set<String> beside = new TreeSet<>();
        sight.around().routes().found().orElse(Set.of()).stream()
                .filter(live -> names.contains(live.device())
                        && sight.around()
                                .compared()
                                .contains(live.route().destination().family()))
                .forEach(live -> beside.add(live.toString()));
        sight.around().rules().found().orElse(Set.of()).forEach(rule -> beside.add(rule.toString()));
        sight.around().sysctls().forEach((key, value) -> beside.add(key + " " + value));
        sight.around().names().forEach((name, value) -> beside.add(name + " " + value));
        return beside;
    }
}
