package dev.ibportal.portal.ipam.core;

import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpRange;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A set of addresses of one family, held as spans: it does not grow with the number of addresses, so a
 * /64 costs no more than a /30.
 *
 * @param spans ordered; no two overlap or touch
 */
public record AddressSet(List<IpRange> spans) {
    public AddressSet {
        spans = List.copyOf(spans);
    }

    /** All addresses of these ranges; overlapping and touching ones are joined. */
    public static AddressSet of(Collection<IpRange> ranges) {
        List<IpRange> joined = new ArrayList<>();
        for (IpRange next : ranges.stream().sorted().toList()) {
            int last = joined.size() - 1;
            if (last >= 0 && reaches(joined.get(last), next)) {
                joined.set(last, new IpRange(joined.get(last).first(), later(joined.get(last), next)));
            } else {
                joined.add(next);
            }
        }
        return new AddressSet(joined);
    }

    /** Whether {@code next}, which does not begin before {@code span}, begins in it or directly behind it. */
    private static boolean reaches(IpRange span, IpRange next) {
        return span.family() == next.family()
                && (span.contains(next.first())
                        || after(span.last()).filter(next.first()::equals).isPresent());
    }

    private static IpAddress later(IpRange a, IpRange b) {
        return a.last().compareTo(b.last()) >= 0 ? a.last() : b.last();
    }

    public AddressSet minus(AddressSet other) {
        List<IpRange> left = new ArrayList<>();
        int from = 0;
        for (IpRange span : spans) {
            while (from < other.spans.size() && other.spans.get(from).last().compareTo(span.first()) < 0) {
                from++;
            }
            cut(span, other.spans.subList(from, other.spans.size()), left);
        }
        return new AddressSet(left);
    }

    /** Adds to {@code left} what remains of {@code span}; {@code holes} are ordered, the first may reach into it. */
    private static void cut(IpRange span, List<IpRange> holes, List<IpRange> left) {
        Optional<IpAddress> start = Optional.of(span.first());
        for (IpRange hole : holes) {
            if (start.isEmpty() || hole.first().compareTo(span.last()) > 0) {
                break;
            }
            IpAddress from = start.get();
            before(hole.first())
                    .filter(to -> to.family() == span.family() && to.compareTo(from) >= 0)
                    .ifPresent(to -> left.add(new IpRange(from, to)));
            start = after(hole.last()).filter(next -> next.compareTo(span.last()) <= 0);
        }
        start.ifPresent(from -> left.add(new IpRange(from, span.last())));
    }

    public AddressSet intersect(IpRange bounds) {
        return new AddressSet(spans.stream()
                .flatMap(span -> span.intersection(bounds).stream())
                .toList());
    }

    private static Optional<IpAddress> after(IpAddress address) {
        return address.toBigInteger().bitCount() == address.family().bits()
                ? Optional.empty()
                : Optional.of(address.plus(1));
    }

    private static Optional<IpAddress> before(IpAddress address) {
        return address.toBigInteger().signum() == 0 ? Optional.empty() : Optional.of(address.plus(-1));
    }

    /** The lowest addresses, at most so many. */
    public List<IpAddress> lowest(int most) {
        List<IpAddress> lowest = new ArrayList<>();
        for (IpRange span : spans) {
            IpAddress next = span.first();
            while (lowest.size() < most && span.contains(next)) {
                lowest.add(next);
                if (next.equals(span.last())) {
                    break;
                }
                next = next.plus(1);
            }
        }
        return lowest;
    }

    public boolean contains(IpAddress address) {
        return spans.stream().anyMatch(span -> span.contains(address));
    }

    public BigInteger size() {
        return spans.stream().map(IpRange::size).reduce(BigInteger.ZERO, BigInteger::add);
    }
}
