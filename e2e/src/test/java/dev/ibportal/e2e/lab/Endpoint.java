package dev.ibportal.e2e.lab;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An address on an interface of a host, and the statements about who reaches whom that the lab's tests make.
 *
 * @param device name of the interface
 * @param address without prefix length
 */
public record Endpoint(LabHost host, String device, String address) {
    /** Makes the child with this address, as a person would by hand. */
    public static Endpoint create(LabHost host, String pkey, String address, int prefixLength) {
        String device = "ib0." + pkey.substring(2);
        host.ip("link", "set", "ib0", "up").orThrow();
        host.ip("link", "add", "link", "ib0", "name", device, "type", "ipoib", "pkey", pkey)
                .orThrow();
        host.ip("addr", "add", address + "/" + prefixLength, "dev", device).orThrow();
        host.ip("link", "set", device, "up").orThrow();
        return new Endpoint(host, device, address);
    }

    public boolean pings(Endpoint other) {
        return host.ping(device, other.address);
    }

    public void assertReaches(Endpoint other) {
        assertThat(pings(other)).as("%s reaches %s", this, other).isTrue();
    }

    /**
     * The other does not answer, although both interfaces work: each reaches its own partner before and after, so that
     * the silence is the partition's doing and not that of a broken interface.
     */
    public void assertCutFrom(Endpoint other, Endpoint partner, Endpoint partnerOfOther) {
        assertReaches(partner);
        other.assertReaches(partnerOfOther);
        assertThat(pings(other)).as("%s is cut from %s", this, other).isFalse();
        assertThat(other.pings(this)).as("%s is cut from %s", other, this).isFalse();
        assertReaches(partner);
        other.assertReaches(partnerOfOther);
    }

    public boolean hasCarrier() {
        return host.hasCarrier(device);
    }

    @Override
    public String toString() {
        return host + " " + device + " " + address;
    }
}
