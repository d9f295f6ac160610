package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpFamily;
import dev.ibportal.types.IpPrefix;
import java.util.Optional;

/**
 * Which packets are looked up in a routing table of their own.
 *
 * @param from source network; at least one of the two is there
 * @param to destination network
 * @param priority 1 to 32765, before the kernel's own rules
 */
public record PolicyRule(Optional<IpPrefix> from, Optional<IpPrefix> to, int table, int priority) {
    private static final int LAST = 32765;

    /** @throws InvalidValueException unless it selects something, of one family, with a priority in range */
    public PolicyRule {
        Route.requireTable(table);
        if (from.or(() -> to).isEmpty()) {
            throw new InvalidValueException(
                    "rule.selector", "a policy rule needs a source or a destination network", "");
        }
        if (from.isPresent()
                && to.isPresent()
                && from.get().family() != to.get().family()) {
            throw new InvalidValueException(
                    "rule.family", "source and destination of a policy rule are of one family", to.get() + "");
        }
        if (priority < 1 || priority > LAST) {
            throw new InvalidValueException(
                    "rule.priority", "a policy rule's priority is 1 to " + LAST, Integer.toString(priority));
        }
    }

    public IpFamily family() {
        return from.or(() -> to).orElseThrow().family();
    }

    /** What follows {@code ip rule add}. */
    String words() {
        StringBuilder words = new StringBuilder("priority ").append(priority);
        from.ifPresent(prefix -> words.append(" from ").append(prefix));
        to.ifPresent(prefix -> words.append(" to ").append(prefix));
        return words.append(" table ").append(table).toString();
    }
}
