package dev.ibportal.portal.ipam.core;

import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpFamily;
import dev.ibportal.types.IpPrefix;
import dev.ibportal.types.IpRange;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a pool hands out: its ranges, or the whole prefix when it has none, less what no interface can have, the gateway
 * and the exclusions.
 *
 * @param gateway inside the prefix; none when {@code null}
 * @param ranges inside the prefix; no two overlap
 * @param exclusions inside the prefix; these may overlap
 */
public record PoolPlan(IpPrefix prefix, @Nullable IpAddress gateway, List<IpRange> ranges, List<IpRange> exclusions) {
    private static final List<Special> SPECIAL = List.of(
            new Special("0.0.0.0/8", "names hosts of this network only"),
            new Special("127.0.0.0/8", "is the loopback"),
            new Special("169.254.0.0/16", "is link-local, which hosts give themselves and routers do not pass on"),
            new Special("224.0.0.0/4", "is multicast"),
            new Special("240.0.0.0/4", "is reserved, and its last address is broadcast"),
            new Special("::/8", "is reserved: it holds the unspecified address and the loopback"),
            new Special("fe80::/10", "is link-local, which each interface makes for itself"),
            new Special("ff00::/8", "is multicast"));

    /** @throws InvalidValueException if a part does not lie in the prefix, or two ranges overlap */
    public PoolPlan {
        ranges = List.copyOf(ranges);
        exclusions = List.copyOf(exclusions);
        requireUnicast(prefix);
        if (gateway != null) {
            requireGateway(prefix, gateway);
        }
        requireInside(prefix, "range", ranges);
        requireInside(prefix, "exclusion", exclusions);
        for (int i = 0; i < ranges.size(); i++) {
            requireApart(ranges.get(i), ranges.subList(0, i));
        }
    }

    private static void requireUnicast(IpPrefix prefix) {
        for (Special special : SPECIAL) {
            IpPrefix of = IpPrefix.parse(special.prefix);
            if (of.family() == prefix.family() && of.overlaps(prefix)) {
                throw new InvalidValueException(
                        "pool.not-unicast", prefix + " cannot be a pool: " + of + " " + special.why, prefix.toString());
            }
        }
    }

    private static void requireGateway(IpPrefix prefix, IpAddress gateway) {
        // The all-zero host of an IPv6 prefix is its routers' (RFC 4291, 2.6.1), so it may be the gateway.
        IpRange possible = prefix.family() == IpFamily.IPV6 ? prefix.range() : prefix.usable();
        if (!possible.contains(gateway)) {
            throw new InvalidValueException(
                    "pool.gateway",
                    "gateway " + gateway + " is not an address of " + prefix + ": " + possible + " are",
                    gateway.toString());
        }
    }

    private static void requireInside(IpPrefix prefix, String what, List<IpRange> spans) {
        for (IpRange span : spans) {
            if (!prefix.range().contains(span)) {
                throw new InvalidValueException(
                        "pool." + what,
                        what + " " + span + " does not lie in " + prefix + " (" + prefix.range() + ")",
                        span.toString());
            }
        }
    }

    private static void requireApart(IpRange range, List<IpRange> others) {
        for (IpRange other : others) {
            if (range.overlaps(other)) {
                throw new InvalidValueException(
                        "pool.range-overlap", "range " + range + " overlaps " + other, range.toString());
            }
        }
    }

    /** Everything that can be handed out when nothing is taken. */
    public AddressSet handedOut() {
        AddressSet wanted = AddressSet.of(ranges.isEmpty() ? List.of(prefix.range()) : ranges);
        return wanted.intersect(prefix.usable()).minus(AddressSet.of(never()));
    }

    private List<IpRange> never() {
        return Stream.concat(exclusions.stream(), Stream.ofNullable(gateway).map(IpRange::of))
                .toList();
    }

    /** What is left of it when these addresses are taken. */
    public AddressSet free(List<IpAddress> taken) {
        return handedOut().minus(AddressSet.of(taken.stream().map(IpRange::of).toList()));
    }

    /** Those of these addresses that it does not hand out. */
    public AddressSet lost(List<IpAddress> taken) {
        return AddressSet.of(taken.stream().map(IpRange::of).toList()).minus(handedOut());
    }

    public BigInteger capacity() {
        return handedOut().size();
    }

    /** The same prefix in another shape. */
    public PoolPlan reshaped(@Nullable IpAddress newGateway, List<IpRange> newRanges, List<IpRange> newExclusions) {
        return new PoolPlan(prefix, newGateway, newRanges, newExclusions);
    }

    public PoolPlan withRange(IpRange range) {
        return new PoolPlan(prefix, gateway, appended(ranges, range), exclusions);
    }

    public PoolPlan withExclusion(IpRange exclusion) {
        return new PoolPlan(prefix, gateway, ranges, appended(exclusions, exclusion));
    }

    private static List<IpRange> appended(List<IpRange> spans, IpRange more) {
        List<IpRange> all = new ArrayList<>(spans);
        all.add(more);
        return all;
    }

    private record Special(String prefix, String why) {}
}
