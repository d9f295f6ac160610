package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.adopt.FoundProfile;
import dev.ibportal.daemon.adopt.HandMade;
import dev.ibportal.daemon.inventory.Backend;
import dev.ibportal.daemon.ipoib.persist.Extras;
import dev.ibportal.daemon.ipoib.persist.InterfaceKind;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.IpMtu;
import dev.ibportal.types.IpoibMode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Files that people made by hand, and whether they keep what is wanted. */
final class ByHand {
    private ByHand() {}

    /** The file of somebody's that keeps exactly what was taken over from it; then none of ours is needed. */
    static Optional<String> keeper(Wish.Present wish, Footing.Firm ground, Sight sight) {
        if (!wish.adopted() || !isPlain(wish)) {
            return Optional.empty();
        }
        return HandMade.read(sight.persisted().foreign()).profiles().stream()
                .filter(found -> isReadBy(sight.backend(ground), found.path())
                        && keeps(found, wish, ground)
                        && keepsMtu(found, wish, ground, sight))
                .map(FoundProfile::path)
                .findFirst();
    }

    /** Files of others that would bring an interface back. */
    static List<String> bringBack(Wish.Target target, String name, Sight sight) {
        return HandMade.read(sight.persisted().foreign()).profiles().stream()
                .filter(found -> found.name().equals(name)
                        && (target.isParent()
                                ? !found.addresses().isEmpty()
                                : found.pkey().equals(Optional.of(target.pkey()))))
                .map(FoundProfile::path)
                .distinct()
                .toList();
    }

    /** A file of a back-end that does not look after this interface keeps nothing. */
    private static boolean isReadBy(Backend keeper, String path) {
        if (!(keeper instanceof Backend.Supported supported)) {
            return false;
        }
        return switch (supported.kind()) {
            case IFUPDOWN -> path.startsWith("/etc/network/interfaces");
            case NETWORK_MANAGER -> path.startsWith("/etc/NetworkManager/");
            case IFCFG, IFCFG_NETWORK_MANAGER -> path.startsWith("/etc/sysconfig/network-scripts/");
            case NETWORKD, NETPLAN_NETWORKD -> path.startsWith("/etc/systemd/network/");
            case WICKED -> path.startsWith("/etc/sysconfig/network/");
            case NETPLAN_NETWORK_MANAGER -> path.startsWith("/etc/netplan/");
            case BOOT_UNIT -> false;
        };
    }

    /** Nothing beside the interface itself: what a file says of routes is not read. */
    private static boolean isPlain(Wish.Present wish) {
        Extras extras = wish.settings().orElse(Settings.NONE).extras(wish.kind(), wish.addresses());
        return extras.equals(Extras.NONE.withKind(wish.kind()));
    }

    private static boolean keeps(FoundProfile found, Wish.Present wish, Footing.Firm ground) {
        boolean place = wish.kind() == InterfaceKind.PARENT
                ? found.pkey().isEmpty()
                : found.pkey().equals(Optional.of(wish.pkey()))
                        && found.parent().equals(Optional.of(ground.parentName().text()));
        return found.name().equals(ground.name().text())
                && place
                && found.mode().orElse(IpoibMode.DATAGRAM) == wish.mode()
                && found.addresses().equals(Set.copyOf(wish.addresses()));
    }

    /**
     * As large as possible is what a file that says nothing leaves it at, and what one that says it asks for. So a number
     * is kept by such a file only if it is the largest: one that a group can cap at, and that the interface has, or had
     * when it was asked for before.
     */
    private static boolean keepsMtu(FoundProfile found, Wish.Present wish, Footing.Firm ground, Sight sight) {
        Optional<Integer> wanted = wish.mtu().map(IpMtu::bytes);
        if (found.mtu().isPresent() || wanted.isEmpty()) {
            return wanted.isEmpty() || found.mtu().equals(wanted);
        }
        boolean largest = wish.mode() == IpoibMode.CONNECTED
                ? wanted.get() == IpMtu.CONNECTED_MAX
                : Arrays.stream(IbMtu.values())
                        .anyMatch(group ->
                                IpMtu.largest(IpoibMode.DATAGRAM, group).bytes() == wanted.get());
        boolean has = Children.named(wish, sight.host(), ground.name())
                .filter(child -> child.mtu().equals(wanted))
                .isPresent();
        boolean had = Optional.ofNullable(sight.wants().memory().get(wish.interfaceId()))
                .filter(applied -> applied.askedMtu().equals(wanted))
                .isPresent();
        return largest && (has || had);
    }
}
