package dev.ibportal.portal.topology.core;

import dev.ibportal.agent.v1.ElementKind;
import dev.ibportal.agent.v1.ElementPort;
import dev.ibportal.agent.v1.FabricElement;
import dev.ibportal.agent.v1.FabricSurvey;
import dev.ibportal.agent.v1.PortCounters;
import dev.ibportal.portal.topology.core.PortCount.Count;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Makes counters with rates out of two looks. A port that is not named in a look that asked all of them has no errors; in
 * one that did not, nothing is known of it.
 */
public final class Counters {
    private static final double SECONDS_PER_HOUR = 3600;

    private final Look now;
    private final Look before;

    /** @param at null: there was none */
    public record Look(FabricSurvey counters, @Nullable Instant at) {
        Map<String, PortCounters> byPort() {
            Map<String, PortCounters> ports = new HashMap<>();
            counters.getCountersList().forEach(each -> ports.put(each.getGuid() + " " + each.getPort(), each));
            return ports;
        }
    }

    private final Map<String, PortCounters> portsNow;
    private final Map<String, PortCounters> portsBefore;

    private Counters(Look now, Look before) {
        this.now = now;
        this.before = before;
        this.portsNow = now.byPort();
        this.portsBefore = before.byPort();
    }

    /**
     * @param known registered ports that the reader may see, by GUID
     * @param all whether the reader may see the others too, and switches
     */
    public static List<PortCount> of(
            FabricSurvey topology, Look now, Look before, Map<String, Registered> known, boolean all) {
        Counters counters = new Counters(now, before);
        List<PortCount> ports = new ArrayList<>();
        for (FabricElement element : topology.getElementsList()) {
            boolean isHost = element.getKind() == ElementKind.ELEMENT_KIND_HOST;
            for (ElementPort port : element.getPortsList()) {
                Registered registered = isHost ? known.get(port.getGuid()) : null;
                if (all || registered != null) {
                    ports.add(counters.port(
                            isHost ? port.getGuid() : element.getNodeGuid(),
                            port.getNumber(),
                            registered == null ? element.getName() : registered.name(),
                            registered));
                }
            }
        }
        ports.sort(CountersOrder.ERRORS.comparator());
        return ports;
    }

    private PortCount port(String guid, int number, String name, @Nullable Registered registered) {
        String key = guid + " " + number;
        return new PortCount(
                guid,
                number,
                name,
                registered == null ? null : registered.node(),
                violations(key),
                count(key, PortCounters::getConstraintErrors),
                count(key, PortCounters::getSymbolErrors),
                count(key, PortCounters::getLinkDowned));
    }

    private Count count(String key, ToLongFunction<PortCounters> which) {
        Long value = value(now, portsNow, key, which);
        Long earlier = value(before, portsBefore, key, which);
        return value == null
                ? Count.NOT_KNOWN
                : new Count(value, rate(value, now.at(), earlier, before.at()), now.at());
    }

    private static @Nullable Long value(
            Look look, Map<String, PortCounters> ports, String key, ToLongFunction<PortCounters> which) {
        PortCounters counters = ports.get(key);
        if (look.at() == null) {
            return null;
        }
        // a port that is named for its violations alone was not asked for the others
        if (counters == null || (!look.counters().getCountersKnown() && isForViolations(counters))) {
            return look.counters().getCountersKnown() ? 0L : null;
        }
        return which.applyAsLong(counters);
    }

    private static boolean isForViolations(PortCounters counters) {
        return counters.getSymbolErrors() == 0 && counters.getLinkDowned() == 0 && counters.getConstraintErrors() == 0;
    }

    private Count violations(String key) {
        PortCounters counters = portsNow.get(key);
        if (counters == null || !counters.hasPkeyViolations()) {
            return Count.NOT_KNOWN;
        }
        long value = counters.getPkeyViolations();
        PortCounters earlier = portsBefore.get(key);
        Double rate = earlier == null || !earlier.hasPkeyViolations()
                ? null
                : rate(value, at(counters), (long) earlier.getPkeyViolations(), at(earlier));
        return new Count(value, rate, at(counters));
    }

    private static Instant at(PortCounters counters) {
        return Instant.ofEpochSecond(
                counters.getPkeyViolationsAt().getSeconds(),
                counters.getPkeyViolationsAt().getNanos());
    }

    /** None where the counter went back: somebody reset it, and nobody knows when. */
    private static @Nullable Double rate(
            long value, @Nullable Instant at, @Nullable Long earlier, @Nullable Instant earlierAt) {
        if (at == null || earlier == null || earlierAt == null || value < earlier || !earlierAt.isBefore(at)) {
            return null;
        }
        return (value - earlier)
                * SECONDS_PER_HOUR
                * 1000
                / Duration.between(earlierAt, at).toMillis();
    }
}
