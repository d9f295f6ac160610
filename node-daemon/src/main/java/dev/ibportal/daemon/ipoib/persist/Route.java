package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpPrefix;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A static route through the interface.
 *
 * @param destination {@code 0.0.0.0/0} or {@code ::/0} only in a table of its own: a partition's network never carries
 *     the host's default route
 * @param gateway empty: the destination is on the link
 * @param table empty: the main table
 * @param metric empty: the kernel's choice
 */
public record Route(IpPrefix destination, Optional<IpAddress> gateway, OptionalInt table, OptionalInt metric) {
    /** Tables that the kernel uses itself. */
    private static final int MAIN = 254;

    private static final int LOCAL = 255;
    private static final int DEFAULT = 253;

    /** @throws InvalidValueException if families are mixed, the table is the kernel's own, or it is the host's default */
    public Route {
        gateway.filter(address -> address.family() != destination.family()).ifPresent(address -> {
            throw new InvalidValueException(
                    "route.family",
                    "route to " + destination + " has a gateway of the other family",
                    address.toString());
        });
        table.ifPresent(Route::requireTable);
        if (destination.length() == 0 && table.isEmpty()) {
            throw new InvalidValueException(
                    "route.default",
                    "a default route through a partition belongs in a routing table of its own",
                    destination.toString());
        }
        if (metric.isPresent() && metric.getAsInt() <= 0) {
            throw new InvalidValueException(
                    "route.metric", "a metric is a number from 1", Integer.toString(metric.getAsInt()));
        }
    }

    static void requireTable(int table) {
        if (table <= 0 || table == MAIN || table == LOCAL || table == DEFAULT) {
            throw new InvalidValueException(
                    "route.table", "a routing table is a number from 1, not 253, 254 or 255", Integer.toString(table));
        }
    }

    /** What follows {@code ip route add}, without the device. */
    String words() {
        StringBuilder words = new StringBuilder(destination.toString());
        gateway.ifPresent(address -> words.append(" via ").append(address));
        metric.ifPresent(number -> words.append(" metric ").append(number));
        table.ifPresent(number -> words.append(" table ").append(number));
        return words.toString();
    }
}
