package dev.ibportal.portal.node;

import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpFamily;
import dev.ibportal.types.IpMtu;
import dev.ibportal.types.IpPrefix;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.RouteBounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A {@link PortInterfaceForm} that was read. */
record PortInterfaceWish(
        IpoibMode mode,
        @Nullable IpMtu mtu,
        List<InterfaceAddress> addresses,
        @Nullable Integer transmitQueueLength,
        @Nullable Integer channels,
        String profile) {
    private static final int MOST_ADDRESSES = 16;
    private static final int LONGEST_QUEUE = 1_000_000;
    private static final int MOST_CHANNELS = 1024;
    private static final int DATAGRAM_MOST = 4092;
    private static final Set<String> PROFILES = Set.of("none", "ipoib");

    static PortInterfaceWish read(PortInterfaceForm form) {
        IpoibMode mode = Field.orElse("mode", form.mode(), IpoibMode::parse, IpoibMode.DATAGRAM);
        IpMtu mtu = Field.optional("mtu", form.mtu(), IpMtu::new);
        if (mtu != null && mode == IpoibMode.DATAGRAM && mtu.bytes() > DATAGRAM_MOST) {
            throw new Invalid(
                    "mtu",
                    "an MTU of " + mtu + " is possible in connected mode only; in datagram mode the most is "
                            + DATAGRAM_MOST);
        }
        List<InterfaceAddress> addresses = addresses(form.addresses());
        boolean ipv6 = addresses.stream().anyMatch(address -> address.address().family() == IpFamily.IPV6);
        if (ipv6 && mtu != null && !mtu.carriesIpv6()) {
            throw new Invalid("mtu", "an MTU of " + mtu + " is too small for IPv6, which needs 1280");
        }
        return new PortInterfaceWish(
                mode,
                mtu,
                addresses,
                within("transmitQueueLength", form.transmitQueueLength(), LONGEST_QUEUE),
                within("channels", form.channels(), MOST_CHANNELS),
                profile(form.profile()));
    }

    private static List<InterfaceAddress> addresses(@Nullable List<String> texts) {
        List<InterfaceAddress> addresses = new ArrayList<>();
        for (String text : texts == null ? List.<String>of() : texts) {
            InterfaceAddress address = Field.required("addresses", text, InterfaceAddress::parse);
            requireOfAHost(address);
            for (InterfaceAddress other : addresses) {
                boolean same = other.network().family() == address.network().family()
                        && other.network().overlaps(address.network());
                if (same) {
                    throw new Invalid(
                            "addresses",
                            address + " and " + other
                                    + " are in the same network; an interface needs one address of it");
                }
            }
            addresses.add(address);
        }
        if (addresses.size() > MOST_ADDRESSES) {
            throw new Invalid("addresses", addresses.size() + " entries: at most " + MOST_ADDRESSES + " are possible");
        }
        return List.copyOf(addresses);
    }

    /** One that other hosts can reach it by. */
    private static void requireOfAHost(InterfaceAddress address) {
        IpPrefix network = address.network();
        IpAddress host = address.address();
        RouteBounds.special(new IpPrefix(host, host.family().bits())).ifPresent(special -> {
            throw new Invalid(
                    "addresses",
                    address + " is in " + special
                            + ", which is for the host itself, for a link or for groups; an interface"
                            + " needs an address of its own network");
        });
        if (!network.usable().contains(host)) {
            throw new Invalid(
                    "addresses",
                    address + " is the network itself or its broadcast address; addresses of " + network
                            + " that an interface may have are " + network.usable());
        }
        if (RouteBounds.isTooWide(network)) {
            throw new Invalid(
                    "addresses",
                    address + " would put most of the world on the link; the prefix is at least /"
                            + RouteBounds.shortest(network.family()));
        }
    }

    private static @Nullable Integer within(String field, @Nullable Integer number, int most) {
        return Field.optional(field, number, value -> {
            if (value < 1 || value > most) {
                throw new InvalidValueException("tuning.range", field + " is 1 to " + most, Integer.toString(value));
            }
            return value;
        });
    }

    private static String profile(@Nullable String text) {
        String profile = text == null ? "none" : text;
        if (!PROFILES.contains(profile)) {
            throw new Invalid("profile", "profile \"" + profile + "\" is neither \"none\" nor \"ipoib\"");
        }
        return profile;
    }
}
