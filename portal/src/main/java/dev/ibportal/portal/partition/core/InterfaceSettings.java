package dev.ibportal.portal.partition.core;

import dev.ibportal.types.IbMtu;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpMtu;
import dev.ibportal.types.IpoibMode;
import org.jspecify.annotations.Nullable;

/**
 * How the IPoIB interfaces of a partition are set up, or one of them.
 *
 * @param ibMtu of the partition's broadcast group
 * @param ipMtu {@code null}: as large as mode and group allow
 */
public record InterfaceSettings(
        IbMtu ibMtu, IpoibMode mode, @Nullable IpMtu ipMtu) {
    /** @throws InvalidValueException if the MTU is larger than mode and group allow */
    public InterfaceSettings {
        if (ipMtu != null) {
            ipMtu.requireFits(mode, ibMtu);
        }
    }

    /**
     * Those of one member, which may differ from its partition's. A member that chooses another mode but no MTU does
     * not inherit an MTU that its mode cannot have.
     *
     * @param ownMode {@code null}: follows the partition
     * @param ownMtu {@code null}: follows the partition
     */
    public InterfaceSettings forMember(@Nullable IpoibMode ownMode, @Nullable IpMtu ownMtu) {
        IpoibMode chosen = ownMode == null ? mode : ownMode;
        if (ownMtu != null) {
            return new InterfaceSettings(ibMtu, chosen, ownMtu);
        }
        IpMtu largest = IpMtu.largest(chosen, ibMtu);
        boolean fits = ipMtu == null || ipMtu.compareTo(largest) <= 0;
        return new InterfaceSettings(ibMtu, chosen, fits ? ipMtu : largest);
    }

    /** The MTU that the interface should have. */
    public IpMtu effectiveMtu() {
        return ipMtu == null ? IpMtu.largest(mode, ibMtu) : ipMtu;
    }

    /** @throws InvalidValueException if the kernel would drop IPv6 addresses on such an interface */
    public InterfaceSettings requireIpv6() {
        IpMtu mtu = effectiveMtu();
        if (!mtu.carriesIpv6()) {
            throw new InvalidValueException(
                    "ip-mtu.ipv6",
                    "MTU " + mtu + " carries no IPv6, which needs at least 1280 bytes: use an InfiniBand MTU of 2048"
                            + " or more and an MTU of 1280 or more, or IPv4 pools only",
                    mtu.toString());
        }
        return this;
    }
}
