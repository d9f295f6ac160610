package dev.ibportal.daemon.inventory;

import dev.ibportal.types.Guid;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.PKey;
import java.util.List;
import java.util.Optional;

/**
 * A network interface as {@code ip} shows it; an empty value was not told or made no sense.
 *
 * @param parent name of the interface it was made on
 * @param pkey partition of an IPoIB interface; says nothing about full or limited
 * @param hardware the 20-byte address of an IPoIB interface
 * @param portGuid of the port an IPoIB interface sits on
 * @param carrier for IPoIB: whether the broadcast group is joined
 * @param addresses empty when they could not be read
 */
public record NetdevView(
        String name,
        Optional<Integer> index,
        boolean ipoib,
        Optional<String> parent,
        Optional<PKey> pkey,
        Optional<IpoibMode> mode,
        Optional<Integer> mtu,
        Optional<Boolean> up,
        Optional<Boolean> carrier,
        Optional<HardwareAddress> hardware,
        Optional<Guid> portGuid,
        Optional<List<AddressView>> addresses) {

    /**
     * @param address with its prefix length
     * @param tentative duplicate detection is still running
     * @param duplicate somebody else on the link has it
     */
    public record AddressView(InterfaceAddress address, boolean linkLocal, boolean tentative, boolean duplicate) {}

    public boolean isIpoibParent() {
        return ipoib && parent.isEmpty();
    }

    public boolean isIpoibChild() {
        return ipoib && parent.isPresent();
    }

    /** Addresses that people gave it: the kernel's own link-local one is not among them. */
    public List<AddressView> configured() {
        return addresses.orElse(List.of()).stream()
                .filter(address -> !address.linkLocal())
                .toList();
    }

    public Optional<AddressView> address(InterfaceAddress wanted) {
        return configured().stream()
                .filter(address -> address.address().equals(wanted))
                .findFirst();
    }

    NetdevView on(Optional<Guid> guid) {
        return new NetdevView(name, index, ipoib, parent, pkey, mode, mtu, up, carrier, hardware, guid, addresses);
    }

    NetdevView with(Optional<List<AddressView>> read) {
        return new NetdevView(name, index, ipoib, parent, pkey, mode, mtu, up, carrier, hardware, portGuid, read);
    }
}
