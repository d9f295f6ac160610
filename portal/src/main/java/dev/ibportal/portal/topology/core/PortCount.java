package dev.ibportal.portal.topology.core;

import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Error counters of one port.
 *
 * @param guid of the port of an adapter, or of the switch
 * @param name of the node or switch
 * @param node null: a switch, or a port that the portal does not know
 * @param constraintErrors packets that a port which checks PKeys did not let in or out
 * @param pkeyViolations packets that came to an adapter with a PKey that it does not have
 */
public record PortCount(
        String guid,
        int port,
        String name,
        @Nullable UUID node,
        Count pkeyViolations,
        Count constraintErrors,
        Count symbolErrors,
        Count linkDowned) {

    /**
     * One counter.
     *
     * @param value null: not known
     * @param perHour since the look before; null: there was none to compare with, or the counter was reset meanwhile
     * @param seenAt when it was read; null: never
     */
    public record Count(
            @Nullable Long value,
            @Nullable Double perHour,
            @Nullable Instant seenAt) {
        static final Count NOT_KNOWN = new Count(null, null, null);

        /** As people read it: whole numbers when there are many. */
        public String getPerHourText() {
            double rate = rate();
            return String.format(Locale.ROOT, rate < 10 ? "%.1f" : "%.0f", rate);
        }

        private double rate() {
            return perHour == null ? 0 : perHour;
        }

        public boolean isKnown() {
            return value != null;
        }

        public boolean isPositive() {
            return value != null && value > 0;
        }

        public boolean isRising() {
            return perHour != null && perHour > 0;
        }
    }

    /** Of the counter that grows fastest; 0 where none is known to grow. */
    public double fastest() {
        return Stream.of(pkeyViolations, constraintErrors, symbolErrors, linkDowned)
                .mapToDouble(Count::rate)
                .max()
                .orElse(0);
    }

    public boolean hasErrors() {
        return pkeyViolations.isPositive()
                || constraintErrors.isPositive()
                || symbolErrors.isPositive()
                || linkDowned.isPositive();
    }

    public boolean isRising() {
        return pkeyViolations.isRising()
                || constraintErrors.isRising()
                || symbolErrors.isRising()
                || linkDowned.isRising();
    }
}
