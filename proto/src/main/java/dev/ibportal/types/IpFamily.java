package dev.ibportal.types;

/** IPv4 orders before IPv6. */
public enum IpFamily {
    IPV4(32),
    IPV6(128);

    private final int bits;

    IpFamily(int bits) {
        this.bits = bits;
    }

    /** Length of an address in bits. */
    public int bits() {
        return bits;
    }
}
