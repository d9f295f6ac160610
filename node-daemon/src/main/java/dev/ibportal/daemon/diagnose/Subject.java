package dev.ibportal.daemon.diagnose;

import dev.ibportal.daemon.inventory.HostView;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.daemon.inventory.PortView;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.PKey;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a question is about, found on the host.
 *
 * @param known false when the host's interfaces could not be listed: then a missing one is not known to be missing
 */
record Subject(
        Question question,
        HostView view,
        Optional<NetdevView> netdev,
        Optional<NetdevView> parent,
        Optional<PortView> port,
        Optional<PKey> pkey,
        boolean known) {

    static Subject find(Question question, HostView view) {
        Optional<NetdevView> byName = question.interfaceName().flatMap(view::netdev);
        Optional<NetdevView> netdev = byName.or(() -> byKey(question, view)).or(() -> bySubnet(question, view));
        Optional<String> name = netdev.map(NetdevView::name).or(question::interfaceName);
        Optional<NetdevView> parent = netdev.flatMap(NetdevView::parent)
                .or(() -> name.filter(text -> text.indexOf('.') > 0)
                        .map(text -> text.substring(0, text.lastIndexOf('.'))))
                .flatMap(view::netdev);
        Optional<Guid> guid = question.port()
                .or(() -> parent.flatMap(NetdevView::portGuid))
                .or(() -> netdev.flatMap(NetdevView::portGuid));
        Optional<PortView> port = guid.flatMap(view::port).or(() -> onlyPort(view));
        Optional<PKey> pkey =
                question.pkey().or(() -> netdev.flatMap(NetdevView::pkey)).or(() -> name.flatMap(Subject::keyInName));
        return new Subject(
                question,
                view,
                netdev,
                parent,
                port,
                pkey,
                view.netdevs().found().isPresent());
    }

    private static Optional<NetdevView> byKey(Question question, HostView view) {
        return question.port()
                .flatMap(port -> question.pkey()
                        .flatMap(pkey -> view.interfaces(port, pkey, false).stream()
                                .findFirst()
                                .or(() -> view.parentOf(port)
                                        .filter(parent -> parent.pkey().equals(Optional.of(pkey))))));
    }

    private static Optional<NetdevView> bySubnet(Question question, HostView view) {
        if (question.interfaceName().isPresent() || question.pkey().isPresent()) {
            return Optional.empty();
        }
        return question.peer().flatMap(peer -> withNetworkOf(view, peer).findFirst());
    }

    /** IPoIB interfaces that have an address in this one's network. */
    static Stream<NetdevView> withNetworkOf(HostView view, IpAddress address) {
        return view.knownNetdevs().stream()
                .filter(netdev -> netdev.ipoib()
                        && netdev.configured().stream()
                                .anyMatch(own -> own.address().network().contains(address)));
    }

    private static Optional<PortView> onlyPort(HostView view) {
        return view.ports().size() == 1 ? Optional.of(view.ports().get(0)) : Optional.empty();
    }

    private static Optional<PKey> keyInName(String name) {
        String digits = name.substring(name.lastIndexOf('.') + 1);
        try {
            return name.indexOf('.') > 0 && digits.matches("[0-9a-f]{4}")
                    ? Optional.of(PKey.parseAny("0x" + digits))
                    : Optional.empty();
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }

    Optional<String> name() {
        return netdev.map(NetdevView::name);
    }

    /** Options of the fabric's tools that make them use this port. */
    List<String> through() {
        return port.map(found -> List.of("-C", found.device(), "-P", Integer.toString(found.number())))
                .orElse(List.of());
    }
}
