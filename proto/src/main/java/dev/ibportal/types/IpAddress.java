package dev.ibportal.types;

import java.math.BigInteger;

/**
 * One IP address, compared by value: IPv4 before IPv6, then as a number. Text is a strict dotted quad or RFC 4291 in,
 * RFC 5952 out; no name is ever looked up.
 *
 * @param family decides how many bits count
 * @param high upper 64 bits of an IPv6 address; 0 for IPv4
 * @param low lower 64 bits of an IPv6 address; the 32 bits of an IPv4 address
 */
public record IpAddress(IpFamily family, long high, long low) implements Comparable<IpAddress> {
    private static final long IPV4_MAX = 0xffff_ffffL;

    public IpAddress {
        if (family == IpFamily.IPV4 && (high != 0 || low < 0 || low > IPV4_MAX)) {
            throw new IllegalArgumentException("more than 32 bits for an IPv4 address");
        }
    }

    /** @throws InvalidValueException if it is not an address; zones, prefixes and IPv4-mapped IPv6 are refused too */
    public static IpAddress parse(String text) {
        return IpText.parse(text);
    }

    /** The IPv4 address of an unsigned 32-bit number. */
    public static IpAddress ipv4(long value) {
        return new IpAddress(IpFamily.IPV4, 0, value);
    }

    /** The address that lies {@code offset} further, or empty-handed: {@link ArithmeticException} past the last one. */
    public IpAddress plus(BigInteger offset) {
        return of(family, toBigInteger().add(offset));
    }

    public IpAddress plus(long offset) {
        return plus(BigInteger.valueOf(offset));
    }

    private static IpAddress of(IpFamily family, BigInteger value) {
        if (value.signum() < 0 || value.bitLength() > family.bits()) {
            throw new ArithmeticException("beyond the last " + family + " address");
        }
        return new IpAddress(family, value.shiftRight(64).longValue(), value.longValue());
    }

    /** The address as an unsigned number. */
    public BigInteger toBigInteger() {
        return unsigned(high).shiftLeft(64).or(unsigned(low));
    }

    private static BigInteger unsigned(long bits) {
        BigInteger value = BigInteger.valueOf(bits & Long.MAX_VALUE);
        return bits < 0 ? value.setBit(63) : value;
    }

    /** The first address of the prefix of that length around this one: host bits cleared. */
    IpAddress network(int length) {
        return masked(length, false);
    }

    /** The last address of the prefix of that length around this one: host bits set. */
    IpAddress last(int length) {
        return masked(length, true);
    }

    private IpAddress masked(int length, boolean set) {
        if (family == IpFamily.IPV4) {
            long host = IPV4_MAX >>> length;
            return ipv4(set ? low | host : low & ~host);
        }
        long highHost = hostMask(length);
        long lowHost = hostMask(length - 64);
        return set
                ? new IpAddress(family, high | highHost, low | lowHost)
                : new IpAddress(family, high & ~highHost, low & ~lowHost);
    }

    /** Ones where the host bits of one 64-bit half are; a shift by 64 or more would wrap around. */
    private static long hostMask(int networkBits) {
        if (networkBits >= 64) {
            return 0;
        }
        return networkBits <= 0 ? -1L : -1L >>> networkBits;
    }

    @Override
    public int compareTo(IpAddress other) {
        int byFamily = family.compareTo(other.family);
        if (byFamily != 0) {
            return byFamily;
        }
        int byHigh = Long.compareUnsigned(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }

    @Override
    public String toString() {
        return IpText.print(this);
    }
}
