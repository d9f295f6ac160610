package dev.ibportal.portal.session.core;

import dev.ibportal.agent.v1.Absent;
import dev.ibportal.agent.v1.AddressItem;
import dev.ibportal.agent.v1.Held;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InterfaceKind;
import dev.ibportal.agent.v1.IpoibMode;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.PresentAddress;
import dev.ibportal.agent.v1.PresentInterface;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.PKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes the spec of one node out of what the database holds of its interfaces. An interface gets into the spec when the
 * fabric has made its port a member, and leaves it again only by way of a tombstone.
 */
public final class SpecAssembler {
    private SpecAssembler() {}

    /**
     * One interface that is not yet absent.
     *
     * @param ledger the absence that waits for it; null: it is wanted
     * @param everSent whether a spec has ever told the node to make it
     * @param effective whether the fabric has made its port a member
     * @param portPresent whether the node has the port; null: the node has not said yet
     * @param mtu null: as large as possible
     * @param parent whether the addresses go to the port's own interface
     * @param adopted whether it takes over what was configured by hand
     * @param host null: nobody ever said anything of it
     */
    public record Interface(
            UUID id,
            @Nullable Long ledger,
            boolean everSent,
            boolean effective,
            boolean ipoib,
            String portGuid,
            @Nullable Boolean portPresent,
            PKey pkey,
            dev.ibportal.types.IpoibMode mode,
            @Nullable Integer mtu,
            List<Address> addresses,
            boolean parent,
            boolean adopted,
            @Nullable HostWishes host) {
        public Interface {
            addresses = List.copyOf(addresses);
        }
    }

    /**
     * One address of an interface.
     *
     * @param ledger the absence that waits for it; null: it is wanted
     */
    public record Address(String cidr, @Nullable Long ledger) {}

    /**
     * @param spec without a generation
     * @param neverSent absences that need no proof on the node, because the node was never told of the thing
     */
    public record Assembled(NodeSpec spec, List<Long> neverSent) {}

    /** An interface that was released while its node was dead, and whose absence the node still has to prove. */
    public record Owed(UUID id, long ledger, String portGuid, PKey pkey, boolean parent, List<String> addresses) {
        public Owed {
            addresses = List.copyOf(addresses);
        }
    }

    /** @param interfaces of one node, in the order in which they are to stand in the spec */
    public static Assembled assemble(List<Interface> interfaces) {
        return assemble(interfaces, Set.of(), List.of());
    }

    /** @param asIfEffective interfaces that count as if the fabric had made their ports members: for previews */
    public static Assembled assemble(List<Interface> interfaces, Set<UUID> asIfEffective) {
        return assemble(interfaces, asIfEffective, List.of());
    }

    /**
     * While a node owes something, it gets nothing new: the same port and key, or the same address, may be in it.
     *
     * @param asIfEffective interfaces that count as if the fabric had made their ports members: for previews
     * @param owed by the node since it was declared dead
     */
    public static Assembled assemble(List<Interface> interfaces, Set<UUID> asIfEffective, List<Owed> owed) {
        NodeSpec.Builder spec = NodeSpec.newBuilder();
        owed.forEach(each -> spec.addInterfaces(
                InterfaceItem.newBuilder().setInterfaceId(each.id().toString()).setAbsent(absent(each))));
        List<Long> neverSent = new ArrayList<>();
        for (Interface each : interfaces) {
            if (!each.everSent()) {
                neverSent.addAll(absences(each));
            }
            if (owed.isEmpty() || each.everSent()) {
                item(each, each.effective() || asIfEffective.contains(each.id()))
                        .ifPresent(spec::addInterfaces);
            }
        }
        return new Assembled(spec.build(), List.copyOf(neverSent));
    }

    private static Absent.Builder absent(Owed each) {
        Absent.Builder absent = Absent.newBuilder()
                .setLedgerId(each.ledger())
                .setPortGuid(each.portGuid())
                .setPkey(each.pkey().full());
        if (each.parent()) {
            absent.setKind(InterfaceKind.INTERFACE_KIND_PARENT).addAllAddresses(each.addresses());
        }
        return absent;
    }

    private static List<Long> absences(Interface each) {
        List<Long> all = new ArrayList<>();
        if (each.ledger() != null) {
            all.add(each.ledger());
        }
        for (Address address : each.addresses()) {
            if (address.ledger() != null) {
                all.add(address.ledger());
            }
        }
        return all;
    }

    private static Optional<InterfaceItem> item(Interface each, boolean effective) {
        InterfaceItem.Builder item =
                InterfaceItem.newBuilder().setInterfaceId(each.id().toString());
        if (each.ledger() != null) {
            return each.everSent()
                    ? Optional.of(item.setAbsent(absent(each, each.ledger())).build())
                    : Optional.empty();
        }
        if (!each.everSent() && (!effective || !each.ipoib())) {
            return Optional.empty();
        }
        if (Boolean.FALSE.equals(each.portPresent())) {
            String reason = "the node does not report port " + each.portGuid();
            return Optional.of(item.setHeld(Held.newBuilder().setReason(reason)).build());
        }
        return Optional.of(item.setPresent(present(each)).build());
    }

    private static Absent absent(Interface each, long ledger) {
        Absent.Builder absent = Absent.newBuilder()
                .setLedgerId(ledger)
                .setPortGuid(each.portGuid())
                .setPkey(each.pkey().full());
        if (each.parent()) {
            absent.setKind(InterfaceKind.INTERFACE_KIND_PARENT);
            each.addresses().forEach(address -> absent.addAddresses(address.cidr()));
        }
        return absent.build();
    }

    private static PresentInterface present(Interface each) {
        PresentInterface.Builder present = PresentInterface.newBuilder()
                .setPortGuid(each.portGuid())
                .setPkey(each.pkey().full())
                .setMode(mode(each.mode()));
        if (each.mtu() != null) {
            present.setMtu(each.mtu());
        }
        for (Address address : each.addresses()) {
            address(each, address).ifPresent(present::addAddresses);
        }
        if (each.parent()) {
            present.setKind(InterfaceKind.INTERFACE_KIND_PARENT);
        }
        if (each.host() != null) {
            present.setHost(each.host().message(wanted(each)));
        }
        present.setAdopted(each.adopted());
        return present.build();
    }

    private static List<InterfaceAddress> wanted(Interface each) {
        return each.addresses().stream()
                .filter(address -> address.ledger() == null)
                .map(address -> InterfaceAddress.parse(address.cidr()))
                .toList();
    }

    private static Optional<AddressItem> address(Interface each, Address address) {
        AddressItem.Builder item = AddressItem.newBuilder().setCidr(address.cidr());
        if (address.ledger() == null) {
            return Optional.of(
                    item.setPresent(PresentAddress.getDefaultInstance()).build());
        }
        return each.everSent()
                ? Optional.of(item.setAbsent(Absent.newBuilder().setLedgerId(address.ledger()))
                        .build())
                : Optional.empty();
    }

    private static IpoibMode mode(dev.ibportal.types.IpoibMode mode) {
        return switch (mode) {
            case DATAGRAM -> IpoibMode.IPOIB_MODE_DATAGRAM;
            case CONNECTED -> IpoibMode.IPOIB_MODE_CONNECTED;
        };
    }
}
