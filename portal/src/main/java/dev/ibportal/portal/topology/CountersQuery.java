package dev.ibportal.portal.topology;

import dev.ibportal.portal.platform.web.QueryValues;
import dev.ibportal.portal.topology.core.CountersOrder;
import dev.ibportal.portal.topology.core.PortCount;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which counters somebody wants to see. Public for the template.
 *
 * @param search part of a name or GUID; empty: all
 * @param onlyErrors whether ports without errors are left out
 */
public record CountersQuery(String search, boolean onlyErrors, CountersOrder order) {

    static CountersQuery read(@Nullable String search, boolean onlyErrors, @Nullable String sort) {
        String order = QueryValues.oneOf("sort", sort, CountersOrder.NAMES);
        return new CountersQuery(
                search == null ? "" : search.strip(),
                onlyErrors,
                order == null ? CountersOrder.ERRORS : CountersOrder.of(order));
    }

    boolean takes(PortCount port) {
        String needle = search.toLowerCase(Locale.ROOT);
        return (!onlyErrors || port.hasErrors())
                && (port.name().toLowerCase(Locale.ROOT).contains(needle)
                        || port.guid().contains(needle));
    }

    public String sort() {
        return order.text();
    }
}
