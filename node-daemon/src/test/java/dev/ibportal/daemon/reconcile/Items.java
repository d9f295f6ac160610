package dev.ibportal.daemon.reconcile;

import dev.ibportal.agent.v1.Absent;
import dev.ibportal.agent.v1.AddressItem;
import dev.ibportal.agent.v1.Held;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.IpoibMode;
import dev.ibportal.agent.v1.PresentAddress;
import dev.ibportal.agent.v1.PresentInterface;
import dev.ibportal.types.Guid;
import java.util.function.UnaryOperator;

/** Items of a node spec, as short as a test wants them. */
final class Items {
    private Items() {}

    static InterfaceItem.Builder present(String id, Guid port, int pkey, String... addresses) {
        return present(id, port, pkey, item -> item, addresses);
    }

    static InterfaceItem.Builder present(
            String id, Guid port, int pkey, UnaryOperator<PresentInterface.Builder> more, String... addresses) {
        PresentInterface.Builder item = PresentInterface.newBuilder()
                .setPortGuid(port.toString())
                .setPkey(pkey)
                .setMode(IpoibMode.IPOIB_MODE_DATAGRAM);
        for (String address : addresses) {
            item.addAddresses(wanted(address));
        }
        return InterfaceItem.newBuilder().setInterfaceId(id).setPresent(more.apply(item));
    }

    static AddressItem.Builder wanted(String cidr) {
        return AddressItem.newBuilder().setCidr(cidr).setPresent(PresentAddress.getDefaultInstance());
    }

    static AddressItem.Builder tombstone(String cidr, long ledgerId) {
        return AddressItem.newBuilder()
                .setCidr(cidr)
                .setAbsent(Absent.newBuilder().setLedgerId(ledgerId));
    }

    static InterfaceItem.Builder absent(String id, Guid port, int pkey, long ledgerId) {
        return InterfaceItem.newBuilder()
                .setInterfaceId(id)
                .setAbsent(Absent.newBuilder()
                        .setLedgerId(ledgerId)
                        .setPortGuid(port.toString())
                        .setPkey(pkey));
    }

    static InterfaceItem.Builder held(String id, String reason) {
        return InterfaceItem.newBuilder()
                .setInterfaceId(id)
                .setHeld(Held.newBuilder().setReason(reason));
    }
}
