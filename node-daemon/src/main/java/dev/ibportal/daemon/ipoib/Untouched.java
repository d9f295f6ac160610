package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.daemon.ipoib.persist.Mark;
import dev.ibportal.types.Guid;
import dev.ibportal.types.PKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is on a host and stays because it is nobody's item: a plan says so, that nobody has to wonder. */
final class Untouched {
    private Untouched() {}

    static List<String> of(List<Wish> wishes, Map<String, Applied> memory, Sight sight) {
        Set<Wish.Target> asked = new HashSet<>();
        wishes.forEach(wish -> target(wish, memory).ifPresent(asked::add));
        List<String> all = new ArrayList<>();
        for (NetdevView netdev : sight.host().knownNetdevs()) {
            if (netdev.isIpoibChild() && !isAsked(netdev, asked)) {
                all.add("interface " + netdev.name() + addresses(netdev));
            } else if (netdev.isIpoibParent() && !netdev.configured().isEmpty() && !isParentAsked(netdev, asked)) {
                all.add("on " + netdev.name() + ":" + addresses(netdev));
            }
        }
        wishes.forEach(wish -> {
            if (wish instanceof Wish.Present present) {
                foreignAddresses(present, memory, sight, all);
            }
        });
        sight.persisted().foreign().keySet().stream().sorted().forEach(path -> all.add("file " + path));
        sight.persisted()
                .ours()
                .forEach((path, content) -> Mark.of(content)
                        .filter(mark -> asked.stream().noneMatch(new Place(mark.port(), mark.pkey())::isOf))
                        .ifPresent(mark -> all.add("file " + path + ", left by an earlier spec")));
        return all;
    }

    private record Place(Guid port, PKey pkey) {
        boolean isOf(Wish.Target target) {
            return target.port().equals(port) && target.pkey().equals(pkey);
        }
    }

    private static Optional<Wish.Target> target(Wish wish, Map<String, Applied> memory) {
        if (wish instanceof Wish.Present present) {
            return Optional.of(present.target());
        } else if (wish instanceof Wish.Absent absent) {
            return PlanMaker.removalOf(absent, memory).map(Removal::target);
        }
        return Optional.ofNullable(memory.get(wish.interfaceId())).map(Applied::target);
    }

    private static boolean isAsked(NetdevView netdev, Set<Wish.Target> asked) {
        return netdev.portGuid()
                .flatMap(port -> netdev.pkey().map(pkey -> new Place(port, pkey)))
                .filter(place -> asked.stream().anyMatch(place::isOf))
                .isPresent();
    }

    /** Then what is on it and not ours is told of address by address. */
    private static boolean isParentAsked(NetdevView netdev, Set<Wish.Target> asked) {
        return asked.stream()
                .anyMatch(target -> target.isParent() && netdev.portGuid().equals(Optional.of(target.port())));
    }

    private static String addresses(NetdevView netdev) {
        StringBuilder text = new StringBuilder();
        netdev.configured().forEach(address -> text.append(' ').append(address.address()));
        return text.toString();
    }

    private static void foreignAddresses(
            Wish.Present wish, Map<String, Applied> memory, Sight sight, List<String> all) {
        Set<?> ours = Optional.ofNullable(memory.get(wish.interfaceId()))
                .map(Applied::addresses)
                .orElse(Set.of());
        sight.host()
                .interfaces(wish.port(), wish.pkey(), wish.isParent())
                .forEach(child -> child.configured().stream()
                        .map(NetdevView.AddressView::address)
                        .filter(address -> !wish.addresses().contains(address)
                                && !wish.tombstones().containsKey(address)
                                && !ours.contains(address))
                        .forEach(address -> all.add("address " + address + " on " + child.name())));
    }
}
