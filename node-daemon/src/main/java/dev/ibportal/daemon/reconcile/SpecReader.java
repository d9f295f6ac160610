package dev.ibportal.daemon.reconcile;

import dev.ibportal.agent.v1.AddressItem;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.IpoibMode;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.PresentInterface;
import dev.ibportal.agent.v1.SpecRefusalReason;
import dev.ibportal.daemon.ipoib.Wish;
import dev.ibportal.daemon.ipoib.persist.InterfaceKind;
import dev.ibportal.daemon.ipoib.persist.Mark;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpFamily;
import dev.ibportal.types.IpMtu;
import dev.ibportal.types.PKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/** Reads a whole spec into values, or says which field stands in the way. Half a spec is no spec. */
final class SpecReader {
    private final Set<String> ids = new HashSet<>();
    private final Map<Wish.Target, String> places = new HashMap<>();
    private final Map<InterfaceAddress, String> addresses = new HashMap<>();

    private SpecReader() {}

    static List<Wish> read(NodeSpec spec) throws RefusedException {
        SpecReader reader = new SpecReader();
        List<Wish> wishes = new ArrayList<>(spec.getInterfacesCount());
        for (int i = 0; i < spec.getInterfacesCount(); i++) {
            wishes.add(reader.item("interfaces[" + i + "]", spec.getInterfaces(i)));
        }
        return List.copyOf(wishes);
    }

    private Wish item(String at, InterfaceItem item) throws RefusedException {
        String id = item.getInterfaceId();
        value(at + ".interface_id", () -> {
            Mark.requireId(id);
            return id;
        });
        if (!ids.add(id)) {
            throw invalid(at + ".interface_id", "interface " + id + " is there twice");
        }
        return switch (item.getWishCase()) {
            case PRESENT -> present(at + ".present", id, item.getPresent());
            case HELD -> new Wish.Held(id, item.getHeld().getReason());
            case ABSENT -> absent(at + ".absent", id, item);
            case WISH_NOT_SET ->
                throw new RefusedException(
                        SpecRefusalReason.SPEC_REFUSAL_REASON_UNSUPPORTED,
                        at + " (interface " + id + ") is of a kind that this version cannot apply; update ibnoded");
        };
    }

    private Wish present(String at, String id, PresentInterface item) throws RefusedException {
        Guid port = value(at + ".port_guid", () -> Guid.parse(item.getPortGuid()));
        if (!item.hasPkey()) {
            throw invalid(at + ".pkey", "a PKey is missing");
        }
        InterfaceKind kind = kind(at + ".kind", item.getKind());
        PKey pkey = value(at + ".pkey", () -> pkey(item.getPkey(), kind));
        Optional<IpMtu> mtu =
                item.hasMtu() ? Optional.of(value(at + ".mtu", () -> new IpMtu(item.getMtu()))) : Optional.empty();
        List<InterfaceAddress> wanted = new ArrayList<>();
        Map<InterfaceAddress, OptionalLong> tombstones = new HashMap<>();
        for (int i = 0; i < item.getAddressesCount(); i++) {
            address(at + ".addresses[" + i + "]", id, item.getAddresses(i), wanted, tombstones);
        }
        String other = places.putIfAbsent(new Wish.Target(port, pkey, kind), id);
        if (other != null) {
            throw invalid(at, "interfaces " + other + " and " + id + " both want " + pkey + " on port " + port);
        }
        ipv6Fits(at + ".mtu", mtu, wanted);
        return new Wish.Present(
                id,
                port,
                pkey,
                mode(at + ".mode", item.getMode()),
                mtu,
                wanted,
                tombstones,
                kind,
                item.hasHost()
                        ? Optional.of(SettingsReader.read(at + ".host", kind, item.getHost()))
                        : Optional.empty(),
                item.getAdopted());
    }

    /** The default partition needs no child: the port's own interface is in it. */
    private static PKey pkey(int value, InterfaceKind kind) {
        PKey pkey = PKey.of(value);
        return kind == InterfaceKind.PARENT && pkey.isDefault() ? pkey : pkey.requireTenant();
    }

    private static InterfaceKind kind(String at, dev.ibportal.agent.v1.InterfaceKind kind) throws RefusedException {
        return switch (kind) {
            case INTERFACE_KIND_UNSPECIFIED, INTERFACE_KIND_CHILD -> InterfaceKind.CHILD;
            case INTERFACE_KIND_PARENT -> InterfaceKind.PARENT;
            case UNRECOGNIZED ->
                throw new RefusedException(
                        SpecRefusalReason.SPEC_REFUSAL_REASON_UNSUPPORTED,
                        at + " is of a kind that this version cannot apply; update ibnoded");
        };
    }

    private void address(
            String at,
            String id,
            AddressItem item,
            List<InterfaceAddress> wanted,
            Map<InterfaceAddress, OptionalLong> tombstones)
            throws RefusedException {
        InterfaceAddress address = value(at + ".cidr", () -> InterfaceAddress.parse(item.getCidr()));
        switch (item.getWishCase()) {
            case PRESENT -> {
                String other = addresses.putIfAbsent(address, id);
                if (other != null) {
                    throw invalid(at, address + " is wanted on interface " + other + " and on " + id);
                }
                wanted.add(address);
            }
            case ABSENT ->
                tombstones.put(
                        address,
                        item.getAbsent().hasLedgerId()
                                ? OptionalLong.of(item.getAbsent().getLedgerId())
                                : OptionalLong.empty());
            case WISH_NOT_SET -> throw invalid(at, address + " is neither wanted present nor absent");
        }
        if (wanted.contains(address) && tombstones.containsKey(address)) {
            throw invalid(at, address + " is wanted both present and absent");
        }
    }

    private static void ipv6Fits(String at, Optional<IpMtu> mtu, List<InterfaceAddress> wanted)
            throws RefusedException {
        boolean ipv6 = wanted.stream().anyMatch(address -> address.address().family() == IpFamily.IPV6);
        if (ipv6 && mtu.filter(m -> !m.carriesIpv6()).isPresent()) {
            throw invalid(at, "an MTU of " + mtu.get() + " is too small for IPv6, which needs 1280");
        }
    }

    private static dev.ibportal.types.IpoibMode mode(String at, IpoibMode mode) throws RefusedException {
        return switch (mode) {
            case IPOIB_MODE_DATAGRAM -> dev.ibportal.types.IpoibMode.DATAGRAM;
            case IPOIB_MODE_CONNECTED -> dev.ibportal.types.IpoibMode.CONNECTED;
            case IPOIB_MODE_UNSPECIFIED, UNRECOGNIZED -> throw invalid(at, "a mode is missing: datagram or connected");
        };
    }

    private static Wish absent(String at, String id, InterfaceItem item) throws RefusedException {
        var absent = item.getAbsent();
        OptionalLong ledger = absent.hasLedgerId() ? OptionalLong.of(absent.getLedgerId()) : OptionalLong.empty();
        if (absent.getPortGuid().isEmpty() || !absent.hasPkey()) {
            return new Wish.Absent(id, ledger, Optional.empty());
        }
        Guid port = value(at + ".port_guid", () -> Guid.parse(absent.getPortGuid()));
        InterfaceKind kind = kind(at + ".kind", absent.getKind());
        PKey pkey = value(at + ".pkey", () -> pkey(absent.getPkey(), kind));
        List<InterfaceAddress> addresses = new ArrayList<>();
        for (String cidr : absent.getAddressesList()) {
            addresses.add(value(at + ".addresses", () -> InterfaceAddress.parse(cidr)));
        }
        return new Wish.Absent(id, ledger, Optional.of(new Wish.Target(port, pkey, kind)), addresses);
    }

    static <T> T value(String at, Supplier<T> parser) throws RefusedException {
        try {
            return parser.get();
        } catch (InvalidValueException e) {
            throw invalid(at, String.valueOf(e.getMessage()));
        }
    }

    static RefusedException invalid(String at, String detail) {
        return new RefusedException(SpecRefusalReason.SPEC_REFUSAL_REASON_INVALID, at + ": " + detail);
    }
}
