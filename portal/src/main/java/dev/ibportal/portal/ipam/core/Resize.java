package dev.ibportal.portal.ipam.core;

import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpPrefix;
import dev.ibportal.types.IpRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a pool with another prefix: ranges and exclusions are cut to it, and patterns are read anew.
 *
 * @param plan the new shape
 * @param exclusions those of {@code plan}, as they are written
 * @param cut what is no longer there, or not whole, in words
 */
public record Resize(PoolPlan plan, List<Exclusion> exclusions, List<String> cut) {
    public Resize {
        exclusions = List.copyOf(exclusions);
        cut = List.copyOf(cut);
    }

    /**
     * @param gateway of the new shape
     * @throws InvalidValueException if the pool cannot have that prefix whatever is taken
     */
    public static Resize of(
            PoolPlan present, List<Exclusion> exclusions, IpPrefix prefix, @Nullable IpAddress gateway) {
        if (prefix.family() != present.prefix().family()) {
            throw new InvalidValueException(
                    "pool.family",
                    "a pool keeps its family: " + present.prefix() + " cannot become " + prefix,
                    prefix.toString());
        }
        List<String> cut = new ArrayList<>();
        List<IpRange> ranges = new ArrayList<>();
        for (IpRange range : present.ranges()) {
            range.intersection(prefix.range()).ifPresent(ranges::add);
            told(cut, range, range.intersection(prefix.range()).orElse(null), "range");
        }
        if (ranges.isEmpty() && !present.ranges().isEmpty()) {
            throw new InvalidValueException(
                    "pool.range",
                    "none of the pool's ranges lies in " + prefix + "; it would hand out nothing of what it does now",
                    prefix.toString());
        }
        List<Exclusion> left = new ArrayList<>();
        for (Exclusion exclusion : exclusions) {
            exclusion.in(prefix).ifPresent(left::add);
            told(
                    cut,
                    exclusion.span(),
                    exclusion.in(prefix).map(Exclusion::span).orElse(null),
                    "exclusion");
        }
        List<IpRange> spans = left.stream().map(Exclusion::span).toList();
        return new Resize(new PoolPlan(prefix, gateway, ranges, spans), left, cut);
    }

    private static void told(List<String> cut, IpRange before, @Nullable IpRange after, String what) {
        if (after == null) {
            cut.add(what + " " + before + " goes");
        } else if (!after.equals(before)) {
            cut.add(what + " " + before + " becomes " + after);
        }
    }

    /** The taken addresses that the new shape would not hand out, as spans. */
    public AddressSet lost(List<IpAddress> taken) {
        return plan.lost(taken);
    }
}
