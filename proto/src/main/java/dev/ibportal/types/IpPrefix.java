package dev.ibportal.types;

import java.util.Comparator;

/**
 * A network in CIDR form. Ordered by address, then by length, the larger network first.
 *
 * @param address its first address; no host bits set
 * @param length number of network bits, 0 to 32 or 0 to 128
 */
public record IpPrefix(IpAddress address, int length) implements Comparable<IpPrefix> {
    private static final Comparator<IpPrefix> ORDER =
            Comparator.comparing(IpPrefix::address).thenComparingInt(IpPrefix::length);

    /** @throws InvalidValueException if the length is impossible, or host bits are set: the right prefix is named */
    public IpPrefix {
        IpAddress network = new InterfaceAddress(address, length).address().network(length);
        if (!network.equals(address)) {
            String text = address + "/" + length;
            throw new InvalidValueException(
                    "prefix.host-bits",
                    text + " is not a network: host bits are set; the network is " + network + "/" + length,
                    text);
        }
    }

    /** Reads {@code address/length}. */
    public static IpPrefix parse(String text) {
        InterfaceAddress read = InterfaceAddress.parse(text);
        return new IpPrefix(read.address(), read.prefixLength());
    }

    public IpFamily family() {
        return address.family();
    }

    /** Every address of the network, usable or not. */
    public IpRange range() {
        return new IpRange(address, lastAddress());
    }

    /** The last address; for IPv4 of /30 and shorter this is the broadcast address. */
    public IpAddress lastAddress() {
        return address.last(length);
    }

    /**
     * The addresses that an interface may have. IPv4 up to /30: neither network nor broadcast address; /31 both
     * (RFC 3021); /32 the one. IPv6 up to /126: not the all-zero host (RFC 4291, 2.6.1); /127 both (RFC 6164); /128
     * the one.
     */
    public IpRange usable() {
        boolean point = family().bits() - length < 2;
        IpAddress first = point ? address : address.plus(1);
        IpAddress last = point || family() == IpFamily.IPV6
                ? lastAddress()
                : lastAddress().plus(-1);
        return new IpRange(first, last);
    }

    public boolean contains(IpAddress other) {
        return range().contains(other);
    }

    public boolean contains(IpPrefix other) {
        return length <= other.length && contains(other.address);
    }

    public boolean overlaps(IpPrefix other) {
        return contains(other) || other.contains(this);
    }

    @Override
    public int compareTo(IpPrefix other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return address + "/" + length;
    }
}
