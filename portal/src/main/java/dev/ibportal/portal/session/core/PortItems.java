package dev.ibportal.portal.session.core;

import dev.ibportal.agent.v1.Absent;
import dev.ibportal.agent.v1.AddressItem;
import dev.ibportal.agent.v1.Held;
import dev.ibportal.agent.v1.HostProfile;
import dev.ibportal.agent.v1.HostSettings;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InterfaceKind;
import dev.ibportal.agent.v1.IpoibMode;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.PresentAddress;
import dev.ibportal.agent.v1.PresentInterface;
import dev.ibportal.types.PKey;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Own interfaces of ports as items of a node's spec, behind those of tenants. */
public final class PortItems {
    private PortItems() {}

    /**
     * One that an operator looks after.
     *
     * @param able whether the node's daemon knows of such items; an older one would refuse its whole spec for it
     * @param portPresent whether the node has the port; null: the node has not said yet
     * @param former addresses that it was given before: nothing goes by leaving it out
     */
    public record Own(
            UUID id,
            String portGuid,
            boolean able,
            boolean removed,
            boolean everSent,
            @Nullable Boolean portPresent,
            dev.ibportal.types.IpoibMode mode,
            @Nullable Integer mtu,
            List<String> addresses,
            List<String> former,
            @Nullable Integer queueLength,
            @Nullable Integer channels,
            boolean profile) {
        public Own {
            addresses = List.copyOf(addresses);
            former = List.copyOf(former);
        }
    }

    public static NodeSpec in(NodeSpec spec, List<Own> own) {
        NodeSpec.Builder whole = spec.toBuilder();
        own.forEach(each -> item(each).ifPresent(whole::addInterfaces));
        return whole.build();
    }

    private static Optional<InterfaceItem> item(Own each) {
        if (!each.everSent() && (!each.able() || each.removed())) {
            return Optional.empty();
        }
        InterfaceItem.Builder item =
                InterfaceItem.newBuilder().setInterfaceId(each.id().toString());
        if (each.removed()) {
            return Optional.of(item.setAbsent(absent(each)).build());
        }
        if (Boolean.FALSE.equals(each.portPresent())) {
            String reason = "the node does not report port " + each.portGuid();
            return Optional.of(item.setHeld(Held.newBuilder().setReason(reason)).build());
        }
        return Optional.of(item.setPresent(present(each)).build());
    }

    private static Absent.Builder absent(Own each) {
        return Absent.newBuilder()
                .setPortGuid(each.portGuid())
                .setPkey(PKey.DEFAULT.full())
                .setKind(InterfaceKind.INTERFACE_KIND_PARENT)
                .addAllAddresses(each.addresses())
                .addAllAddresses(each.former());
    }

    private static PresentInterface.Builder present(Own each) {
        PresentInterface.Builder present = PresentInterface.newBuilder()
                .setPortGuid(each.portGuid())
                .setPkey(PKey.DEFAULT.full())
                .setKind(InterfaceKind.INTERFACE_KIND_PARENT)
                .setMode(
                        switch (each.mode()) {
                            case DATAGRAM -> IpoibMode.IPOIB_MODE_DATAGRAM;
                            case CONNECTED -> IpoibMode.IPOIB_MODE_CONNECTED;
                        })
                .setHost(host(each));
        if (each.mtu() != null) {
            present.setMtu(each.mtu());
        }
        each.addresses()
                .forEach(cidr -> present.addAddresses(
                        AddressItem.newBuilder().setCidr(cidr).setPresent(PresentAddress.getDefaultInstance())));
        each.former()
                .forEach(cidr -> present.addAddresses(
                        AddressItem.newBuilder().setCidr(cidr).setAbsent(Absent.getDefaultInstance())));
        return present;
    }

    private static HostSettings.Builder host(Own each) {
        HostSettings.Builder host = HostSettings.newBuilder()
                .setProfile(each.profile() ? HostProfile.HOST_PROFILE_IPOIB : HostProfile.HOST_PROFILE_NONE);
        if (each.queueLength() != null) {
            host.setTransmitQueueLength(each.queueLength());
        }
        if (each.channels() != null) {
            host.setChannels(each.channels());
        }
        return host;
    }
}
