package dev.ibportal.daemon.adopt;

import dev.ibportal.daemon.inventory.HostView;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.PKey;
import java.util.ArrayList;
import java.util.List;

/** Wrong recipes that more than one kind of file has, and those that show on the host itself. */
final class Recipes {
    private Recipes() {}

    static WrongRecipe vlan(String place, String found) {
        return new WrongRecipe(
                "vlan.on-ipoib",
                place,
                found,
                "IPoIB has no VLANs; a network of its own is a partition: a child interface with that partition's PKey");
    }

    static WrongRecipe limitedName(String place, String found, PKey pkey, String parent) {
        return new WrongRecipe(
                "pkey.without-full-bit",
                place,
                found,
                "always with 0x8000: " + parent + "." + pkey.hex()
                        + "; the kernel sets it anyway, but after its check for"
                        + " duplicates, so both forms can be there and are one partition");
    }

    /** What we make nothing of may hold more than is told. */
    static WrongRecipe unread(String place, String found) {
        return new WrongRecipe(
                "file.unread",
                place,
                found,
                "mend it, or move it away: what it says of InfiniBand interfaces is not seen here, and nothing in it is"
                        + " taken over");
    }

    static List<WrongRecipe> live(HostView host) {
        List<WrongRecipe> wrong = new ArrayList<>();
        List<NetdevView> ipoib =
                host.knownNetdevs().stream().filter(NetdevView::ipoib).toList();
        for (int i = 0; i < ipoib.size(); i++) {
            NetdevView one = ipoib.get(i);
            limited(one, wrong);
            for (NetdevView other : ipoib.subList(i + 1, ipoib.size())) {
                twins(one, other, wrong);
                sameNetwork(one, other, wrong);
            }
        }
        host.knownNetdevs().stream()
                .filter(netdev -> !netdev.ipoib()
                        && netdev.parent()
                                .filter(parent ->
                                        ipoib.stream().anyMatch(p -> p.name().equals(parent)))
                                .isPresent())
                .forEach(netdev -> wrong.add(vlan(
                        netdev.name(), netdev.name() + " on " + netdev.parent().orElse(""))));
        return wrong;
    }

    private static void limited(NetdevView netdev, List<WrongRecipe> wrong) {
        netdev.pkey().filter(pkey -> netdev.isIpoibChild()).ifPresent(pkey -> {
            String parent = netdev.parent().orElse("ib0");
            if (netdev.name().equals(parent + "." + String.format("%04x", pkey.limited()))) {
                wrong.add(limitedName(netdev.name(), netdev.name(), pkey, parent));
            }
        });
    }

    private static void twins(NetdevView one, NetdevView other, List<WrongRecipe> wrong) {
        boolean same = one.isIpoibChild()
                && other.isIpoibChild()
                && one.pkey().isPresent()
                && one.pkey().equals(other.pkey())
                && one.portGuid().isPresent()
                && one.portGuid().equals(other.portGuid());
        if (same) {
            String right =
                    one.parent().orElse("ib0") + "." + one.pkey().orElseThrow().hex();
            wrong.add(new WrongRecipe(
                    "interface.twice",
                    one.name() + " and " + other.name(),
                    "two interfaces for " + one.pkey().orElseThrow() + " on one port",
                    "one, called " + right + "; delete the other"));
        }
    }

    private static void sameNetwork(NetdevView one, NetdevView other, List<WrongRecipe> wrong) {
        boolean samePartition = one.pkey().isPresent() && one.pkey().equals(other.pkey());
        for (NetdevView.AddressView mine : one.configured()) {
            for (NetdevView.AddressView theirs : other.configured()) {
                InterfaceAddress a = mine.address();
                InterfaceAddress b = theirs.address();
                if (!samePartition
                        && a.address().family() == b.address().family()
                        && a.network().overlaps(b.network())) {
                    wrong.add(new WrongRecipe(
                            "address.wrong-interface",
                            one.name() + " and " + other.name(),
                            a + " on " + one.name() + ", " + b + " on " + other.name(),
                            "one network is in one partition: the address that is on the wrong one goes, or the host answers"
                                    + " by the wrong interface"));
                }
            }
        }
    }
}
