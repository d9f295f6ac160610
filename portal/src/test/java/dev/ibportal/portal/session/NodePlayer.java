package dev.ibportal.portal.session;

import dev.ibportal.agent.v1.Absent;
import dev.ibportal.agent.v1.AddressItem;
import dev.ibportal.agent.v1.ChainLink;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.agent.v1.IpoibMode;
import dev.ibportal.agent.v1.LinkStatus;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.NodeStatus;
import dev.ibportal.agent.v1.ObservedInterface;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.agent.v1.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** A node that does at once what it is told, and reports it. */
public final class NodePlayer {
    private final List<NodeSpec> specs = new ArrayList<>();
    private UnaryOperator<InterfaceStatus.Builder> twist = UnaryOperator.identity();
    private boolean mute;

    public synchronized void answer(TestDaemon.Stream stream, SessionResponse message) {
        if (message.hasNodeSpec()) {
            specs.add(message.getNodeSpec());
            if (!mute) {
                stream.send(status(message.getNodeSpec()));
            }
        }
    }

    /** Changes what is reported of each interface. */
    public synchronized void twist(UnaryOperator<InterfaceStatus.Builder> how) {
        twist = how;
    }

    /** Takes specs and says nothing. */
    public synchronized void mute() {
        mute = true;
    }

    public synchronized List<NodeSpec> specs() {
        return List.copyOf(specs);
    }

    /** Every tombstone it was ever told of. */
    public synchronized List<Absent> tombstones() {
        return specs.stream()
                .flatMap(spec -> spec.getInterfacesList().stream())
                .filter(InterfaceItem::hasAbsent)
                .map(InterfaceItem::getAbsent)
                .toList();
    }

    public synchronized NodeSpec last() {
        return specs.get(specs.size() - 1);
    }

    public synchronized SessionRequest.Builder status(NodeSpec spec) {
        NodeStatus.Builder out = NodeStatus.newBuilder()
                .setObservedGeneration(spec.getGeneration())
                .setComplete(true);
        for (InterfaceItem item : spec.getInterfacesList()) {
            out.addInterfaces(twist.apply(status(item)));
        }
        return SessionRequest.newBuilder().setNodeStatus(out);
    }

    private static InterfaceStatus.Builder status(InterfaceItem item) {
        InterfaceStatus.Builder out = InterfaceStatus.newBuilder().setInterfaceId(item.getInterfaceId());
        return switch (item.getWishCase()) {
            case ABSENT ->
                out.setState(InterfaceState.INTERFACE_STATE_ABSENT)
                        .addProvenAbsent(item.getAbsent().getLedgerId());
            case HELD ->
                out.setState(InterfaceState.INTERFACE_STATE_HELD)
                        .setMessage(item.getHeld().getReason());
            default -> present(out, item);
        };
    }

    private static InterfaceStatus.Builder present(InterfaceStatus.Builder out, InterfaceItem item) {
        ObservedInterface.Builder observed = ObservedInterface.newBuilder()
                .setName("ib0.%04x".formatted(item.getPresent().getPkey()))
                .setPkey(item.getPresent().getPkey())
                .setMode(IpoibMode.IPOIB_MODE_DATAGRAM)
                .setMtu(item.getPresent().hasMtu() ? item.getPresent().getMtu() : 2044)
                .setCarrier(true);
        for (AddressItem address : item.getPresent().getAddressesList()) {
            if (address.hasPresent()) {
                observed.addAddresses(address.getCidr());
            } else {
                out.addProvenAbsent(address.getAbsent().getLedgerId());
            }
        }
        return out.setState(InterfaceState.INTERFACE_STATE_IN_SYNC)
                .setObserved(observed)
                .addLinks(LinkStatus.newBuilder()
                        .setLink(ChainLink.CHAIN_LINK_PKEY_IN_TABLE)
                        .setVerdict(Verdict.VERDICT_OK));
    }
}
