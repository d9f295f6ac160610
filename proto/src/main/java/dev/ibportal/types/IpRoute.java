package dev.ibportal.types;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * A route that leaves by a known interface.
 *
 * @param via next hop; empty: the destination is on the link
 * @param metric empty: {@value #USUAL_METRIC}, the same for both families
 */
public record IpRoute(IpPrefix to, Optional<IpAddress> via, OptionalInt metric) implements Comparable<IpRoute> {
    /** What the kernel takes for IPv6; IPv4 would take 0, before every route of the host's own. */
    public static final int USUAL_METRIC = 1024;

    private static final int METRIC_DIGITS = 9;

    /** @throws InvalidValueException if destination and next hop are of different families, or the metric is 0 */
    public IpRoute {
        if (via.filter(hop -> hop.family() != to.family()).isPresent()) {
            throw new InvalidValueException(
                    "route.family",
                    "route to " + to + " goes via " + via.get() + ", which is of the other address family",
                    via.get().toString());
        }
        if (metric.isPresent() && metric.getAsInt() < 1) {
            throw new InvalidValueException(
                    "route.metric", "metric " + metric.getAsInt() + " of route to " + to + " is less than 1", "");
        }
        if (to.address().equals(to.lastAddress()) && via.filter(to::contains).isPresent()) {
            throw new InvalidValueException(
                    "route.loop", "route to " + to + " goes via the destination itself", to.toString());
        }
    }

    /** Reads {@code 10.9.0.0/16 via 10.1.0.1 metric 50}; next hop and metric may be missing. */
    public static IpRoute parse(String text) {
        String[] words = Text.trimBlanks(text).split(" +", -1);
        int at = 1;
        Optional<IpAddress> via = Optional.empty();
        OptionalInt metric = OptionalInt.empty();
        if (words.length > at + 1 && words[at].equals("via")) {
            via = Optional.of(IpAddress.parse(words[at + 1]));
            at += 2;
        }
        if (words.length > at + 1 && words[at].equals("metric")) {
            int number = Text.decimal(words[at + 1], METRIC_DIGITS);
            metric = number < 0 ? OptionalInt.empty() : OptionalInt.of(number);
            at += number < 0 ? 0 : 2;
        }
        if (at != words.length) {
            throw new InvalidValueException(
                    "route.syntax",
                    Text.quote(text) + " is not a route, for example 10.9.0.0/16 via 10.1.0.1 metric 50",
                    text);
        }
        return new IpRoute(IpPrefix.parse(words[0]), via, metric);
    }

    public boolean isDefault() {
        return to.length() == 0;
    }

    public int effectiveMetric() {
        return metric.orElse(USUAL_METRIC);
    }

    @Override
    public int compareTo(IpRoute other) {
        int byDestination = to.compareTo(other.to);
        return byDestination != 0 ? byDestination : Integer.compare(effectiveMetric(), other.effectiveMetric());
    }

    @Override
    public String toString() {
        return to
                + via.map(hop -> " via " + hop).orElse("")
                + (metric.isPresent() ? " metric " + metric.getAsInt() : "");
    }
}
