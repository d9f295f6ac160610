package dev.ibportal.types;

/**
 * An address as an interface carries it: with the prefix length of its network, {@code 10.1.2.3/24}. Unlike an
 * {@link IpPrefix} it may, and mostly does, have host bits.
 */
public record InterfaceAddress(IpAddress address, int prefixLength) {
    public InterfaceAddress {
        if (prefixLength < 0 || prefixLength > address.family().bits()) {
            String text = address + "/" + prefixLength;
            throw new InvalidValueException(
                    "prefix.length",
                    "prefix length " + prefixLength + " of " + text + " is outside 0 to "
                            + address.family().bits(),
                    text);
        }
    }

    /** Reads {@code address/length}; the length is a plain decimal number. */
    public static InterfaceAddress parse(String text) {
        String trimmed = Text.trimBlanks(text);
        int slash = trimmed.indexOf('/');
        int length = slash < 0 ? -1 : Text.decimal(trimmed.substring(slash + 1), 3);
        if (length < 0) {
            throw new InvalidValueException(
                    "prefix.syntax",
                    Text.quote(text) + " is not an address with a prefix length, for example 10.1.2.3/24 or fd00::1/64",
                    text);
        }
        return new InterfaceAddress(IpAddress.parse(trimmed.substring(0, slash)), length);
    }

    /** The network this address lies in. */
    public IpPrefix network() {
        return new IpPrefix(address.network(prefixLength), prefixLength);
    }

    @Override
    public String toString() {
        return address + "/" + prefixLength;
    }
}
