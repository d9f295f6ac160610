package dev.ibportal.types;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.Optional;

/**
 * Addresses from first to last, both included.
 *
 * @param first of the same family as {@code last} and not behind it
 */
public record IpRange(IpAddress first, IpAddress last) implements Comparable<IpRange> {
    private static final Comparator<IpRange> ORDER =
            Comparator.comparing(IpRange::first).thenComparing(IpRange::last);

    /** @throws InvalidValueException if the families differ or the range runs backwards */
    public IpRange {
        String text = first + " - " + last;
        if (first.family() != last.family()) {
            throw new InvalidValueException("range.family", "range " + text + " mixes IPv4 and IPv6", text);
        }
        if (first.compareTo(last) > 0) {
            throw new InvalidValueException(
                    "range.order", "range " + text + " runs backwards: the first address is the higher one", text);
        }
    }

    /**
     * Reads {@code first - last}, one address, or a network. A prefix length behind the ends of a range is checked and
     * then ignored: it says nothing about which addresses are meant.
     */
    public static IpRange parse(String text) {
        int dash = text.indexOf('-');
        if (dash >= 0) {
            return new IpRange(end(text.substring(0, dash)), end(text.substring(dash + 1)));
        }
        if (text.indexOf('/') >= 0) {
            return IpPrefix.parse(text).range();
        }
        return of(IpAddress.parse(text));
    }

    public static IpRange of(IpAddress single) {
        return new IpRange(single, single);
    }

    private static IpAddress end(String text) {
        return text.indexOf('/') >= 0 ? InterfaceAddress.parse(text).address() : IpAddress.parse(text);
    }

    public IpFamily family() {
        return first.family();
    }

    public BigInteger size() {
        return last.toBigInteger().subtract(first.toBigInteger()).add(BigInteger.ONE);
    }

    public boolean contains(IpAddress address) {
        return first.compareTo(address) <= 0 && address.compareTo(last) <= 0;
    }

    public boolean contains(IpRange other) {
        return contains(other.first) && contains(other.last);
    }

    public boolean overlaps(IpRange other) {
        return intersection(other).isPresent();
    }

    /** The addresses that both have. */
    public Optional<IpRange> intersection(IpRange other) {
        IpAddress from = first.compareTo(other.first) >= 0 ? first : other.first;
        IpAddress to = last.compareTo(other.last) <= 0 ? last : other.last;
        return from.compareTo(to) <= 0 ? Optional.of(new IpRange(from, to)) : Optional.empty();
    }

    @Override
    public int compareTo(IpRange other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return first.equals(last) ? first.toString() : first + " - " + last;
    }
}
