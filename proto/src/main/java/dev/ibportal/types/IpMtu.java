package dev.ibportal.types;

/**
 * MTU of an IPoIB interface in bytes, as {@code ip link} takes it. Not an InfiniBand MTU: see {@link IbMtu}. How large
 * it may be depends on mode and fabric, so {@link #requireFits} is asked where these are known.
 *
 * @param bytes {@value #MIN} to {@value #CONNECTED_MAX}
 */
public record IpMtu(int bytes) implements Comparable<IpMtu> {
    /** The least that the kernel takes for an IPoIB interface. */
    public static final int MIN = 72;
    /** RFC 4755: connected mode's 64 KiB less the encapsulation header and pseudo header. */
    public static final int CONNECTED_MAX = 65520;

    /** RFC 8200, section 5. */
    private static final int IPV6_MIN = 1280;
    /** RFC 4391, section 4: the encapsulation header. */
    private static final int DATAGRAM_OVERHEAD = 4;

    /** @throws InvalidValueException outside the range; zero does not mean "not set" */
    public IpMtu {
        if (bytes < MIN || bytes > CONNECTED_MAX) {
            throw new InvalidValueException(
                    "ip-mtu.range",
                    "MTU " + bytes + " is not possible: " + MIN + " to " + CONNECTED_MAX
                            + " bytes, or leave it out to follow the partition",
                    Integer.toString(bytes));
        }
    }

    /** The largest MTU that this mode has on a group of this InfiniBand MTU. */
    public static IpMtu largest(IpoibMode mode, IbMtu ibMtu) {
        return switch (mode) {
            case DATAGRAM -> new IpMtu(ibMtu.bytes() - DATAGRAM_OVERHEAD);
            case CONNECTED -> new IpMtu(CONNECTED_MAX);
        };
    }

    /** This MTU, if an interface of this mode can have it: the kernel would cap a larger one silently. */
    public IpMtu requireFits(IpoibMode mode, IbMtu ibMtu) {
        IpMtu largest = largest(mode, ibMtu);
        if (compareTo(largest) > 0) {
            throw new InvalidValueException(
                    "ip-mtu.too-large",
                    "MTU " + bytes + " is too large: at most " + largest.bytes + " bytes in " + mode.text()
                            + " mode on an InfiniBand MTU of " + ibMtu.bytes(),
                    Integer.toString(bytes));
        }
        return this;
    }

    /** Whether the kernel keeps IPv6 addresses on an interface with this MTU. */
    public boolean carriesIpv6() {
        return bytes >= IPV6_MIN;
    }

    @Override
    public int compareTo(IpMtu other) {
        return Integer.compare(bytes, other.bytes);
    }

    @Override
    public String toString() {
        return Integer.toString(bytes);
    }
}
