package dev.ibportal.portal.capacity;

import dev.ibportal.portal.capacity.core.Forecast;
import dev.ibportal.portal.platform.web.Ref;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is left.
 *
 * @param fabrics for operators alone: what others have taken is nobody else's business
 * @param pools the fullest first, those that the caller may see
 */
public record CapacityView(List<Fabric> fabrics, List<Pool> pools) {
    /** @param addresses by family, of all pools on the fabric */
    public record Fabric(
            Ref fabric, PKeys pkeys, Ports ports, List<Family> addresses, List<Hca> nodes, List<Trend> trends) {}

    /**
     * Of the range that is given automatically.
     *
     * @param quarantined cooling down after they were proven absent
     */
    public record PKeys(int free, int used, int retiring, int quarantined, int reserved) {
        public int total() {
            return free + used + retiring + quarantined + reserved;
        }
    }

    /**
     * @param known so many have a PKey table whose size was read
     * @param slots entries in these tables
     * @param used entries that are taken or promised, the default partition's among them
     * @param full so many of them have no entry left
     * @param fullest the ports with the fewest entries left
     */
    public record Ports(int ports, int known, long slots, long used, int full, List<Port> fullest) {}

    public record Port(Ref node, String guid, int slots, int used) {}

    public record Family(String family, int pools, BigInteger capacity, long used, long releasing) {}

    /** @param hca as the node tells it; empty when it has not told yet */
    public record Hca(String hca, int nodes, int ports) {}

    public record Day(LocalDate day, long used, @Nullable Long total) {}

    /**
     * @param kind {@code pkeys}, {@code slots} or {@code addresses}
     * @param method how the forecast is made
     * @param forecast absent while there are too few days, or where there is no end to reach
     */
    public record Trend(
            String kind,
            List<Day> days,
            String method,
            @Nullable Forecast forecast) {}

    public record Pool(
            UUID id, String name, String prefix, Ref tenant, Ref partition, BigInteger capacity, long used) {}
}
