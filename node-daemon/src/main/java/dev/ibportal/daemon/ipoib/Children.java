package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.inventory.HostView;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.types.InterfaceName;
import dev.ibportal.types.InvalidValueException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which interface, of those that are there, is the wanted child. */
final class Children {
    private Children() {}

    /** The child under its right name. */
    static Optional<NetdevView> named(Wish.Present wish, HostView host, InterfaceName name) {
        return host.children(wish.port(), wish.pkey()).stream()
                .filter(child -> child.name().equals(name.text()))
                .findFirst();
    }

    /** The only child, under a name that is not the right one any more. */
    static Optional<NetdevView> misnamed(Wish.Present wish, HostView host, InterfaceName name) {
        List<NetdevView> children = host.children(wish.port(), wish.pkey());
        return children.size() == 1 && !children.get(0).name().equals(name.text())
                ? Optional.of(children.get(0))
                : Optional.empty();
    }

    /** What is in the way and is not ours to move. */
    static Optional<Cause> trouble(Wish.Present wish, HostView host, InterfaceName name, Optional<Applied> memory) {
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
