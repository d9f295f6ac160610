package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.inventory.HostView;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.types.InterfaceName;
import dev.ibportal.types.InvalidValueException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which interface, of those that are there, is the wanted one. */
final class Children {
    private Children() {}

    /** The child under its right name. */
    static Optional<NetdevView> named(Wish.Present wish, HostView host, InterfaceName name) {
        return host.interfaces(wish.port(), wish.pkey(), wish.isParent()).stream()
                .filter(child -> child.name().equals(name.text()))
                .findFirst();
    }

    /** The only child, under a name that is not the right one any more. */
    static Optional<NetdevView> misnamed(Wish.Present wish, HostView host, InterfaceName name) {
        List<NetdevView> children = wish.isParent() ? List.of() : host.children(wish.port(), wish.pkey());
        return children.size() == 1 && !children.get(0).name().equals(name.text())
                ? Optional.of(children.get(0))
                : Optional.empty();
    }

    /** What is in the way and is not ours to move. */
    static Optional<Cause> trouble(Wish.Present wish, HostView host, InterfaceName name, Optional<Applied> memory) {
        if (wish.isParent()) {
            return host.parentOf(wish.port()).flatMap(parent -> otherKey(wish, parent));
        }
        List<NetdevView> children = host.children(wish.port(), wish.pkey());
        if (children.size() > 1) {
            return Optional.of(Cause.failed(
                    "interface.duplicate",
                    "wanted one interface for " + wish.pkey() + ", found "
                            + children.stream().map(NetdevView::name).collect(Collectors.joining(" and "))
                            + "; delete all but " + name));
        }
        return strange(wish, host, name, memory).or(() -> taken(children, host, name));
    }

    /** An address on an interface with another key would be an address in another network. */
    static Optional<Cause> otherKey(Wish.Present wish, NetdevView parent) {
        if (parent.pkey().isEmpty()) {
            return Optional.of(Cause.unreadable("which PKey " + parent.name() + " has"));
        }
        return parent.pkey().equals(Optional.of(wish.pkey()))
                ? Optional.empty()
                : Optional.of(Cause.waiting(
                        "pkey.not-at-index0",
                        "wanted " + parent.name() + " itself in " + wish.pkey() + ", found it in "
                                + parent.pkey().get() + ": the port's own interface has the key at index 0 of the"
                                + " port's table; the subnet manager has not put " + wish.pkey() + " there"));
    }

    private static Optional<Cause> strange(
            Wish.Present wish, HostView host, InterfaceName name, Optional<Applied> memory) {
        return misnamed(wish, host, name)
                .filter(child -> memory.filter(m -> m.created() && m.name().equals(child.name()))
                                .isEmpty()
                        || !isPlain(child.name()))
                .map(child -> Cause.failed(
                        "interface.name",
                        "wanted " + name + ", found the interface for " + wish.pkey() + " under the name "
                                + child.name() + ", which somebody else made; rename or delete it"));
    }

    private static Optional<Cause> taken(List<NetdevView> children, HostView host, InterfaceName name) {
        return children.stream().anyMatch(child -> child.name().equals(name.text()))
                ? Optional.empty()
                : host.netdev(name.text())
                        .map(other -> Cause.failed(
                                "interface.name-taken",
                                "wanted " + name + ", found that name on an interface that is no child for this"
                                        + " partition on this port; rename or delete it"));
    }

    private static boolean isPlain(String name) {
        try {
            return new InterfaceName(name).text().equals(name);
        } catch (InvalidValueException e) {
            return false;
        }
    }
}
