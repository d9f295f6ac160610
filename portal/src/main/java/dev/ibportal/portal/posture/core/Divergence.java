package dev.ibportal.portal.posture.core;

import dev.ibportal.types.PKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One key of one port that is not as it should be, or of which nobody knows.
 *
 * @param found full, limited, both, none; empty where the table is not known
 * @param partition null: none of the portal's
 * @param seenAt when the table was read; null: never
 */
public record Divergence(
        Kind kind,
        String pkey,
        String guid,
        String node,
        UUID nodeId,
        String wanted,
        String found,
        @Nullable UUID partition,
        String partitionName,
        @Nullable Instant seenAt,
        String detail) {
    public enum Kind {
        /** Wanted, and not in the port's table. */
        MISSING,
        /** Wanted, and in the table with the other membership, or with both. */
        WRONG,
        /** In the table, inside the managed range, and wanted by nobody. */
        UNEXPECTED,
        /** In the table, outside the managed range: somebody else's. */
        UNKNOWN,
        /** The port is not up, so that nothing can be said. */
        DOWN,
        /** The table was never read, or could not be read at the last try. */
        NOT_KNOWN
    }

    /** @param membership full or limited */
    public record Wish(PKey pkey, UUID partition, String name, String membership, boolean leaving) {}

    /**
     * A registered port and what was read of it.
     *
     * @param table null: not known
     * @param trouble why the port is not up, as its node says; empty: it is, or the node has not told
     */
    public record PortState(
            String guid,
            String node,
            UUID nodeId,
            @Nullable Instant seenAt,
            @Nullable List<Integer> table,
            String detail,
            String trouble,
            List<Wish> wishes) {
        public PortState {
            wishes = List.copyOf(wishes);
        }
    }

    /**
     * Where this port differs. A key that is leaving may be there or not: that is told elsewhere. What was read of a port
     * before it went down says nothing of it now.
     */
    public static List<Divergence> of(PortState port, PKey first, PKey last) {
        if (port.table() == null || !port.trouble().isEmpty()) {
            return unread(port);
        }
        Map<PKey, String> found = found(port.table());
        List<Divergence> all = new ArrayList<>();
        for (Wish wish : port.wishes()) {
            String there = found.remove(wish.pkey());
            if (!wish.leaving() && !wish.membership().equals(there)) {
                all.add(made(
                        there == null ? Kind.MISSING : Kind.WRONG,
                        port,
                        wish,
                        there == null ? "none" : there,
                        there == null ? "the port's table does not show it" : "the port's table shows it as " + there));
            }
        }
        found.forEach((pkey, there) -> {
            boolean ours = pkey.compareTo(first) >= 0 && pkey.compareTo(last) <= 0;
            all.add(new Divergence(
                    ours ? Kind.UNEXPECTED : Kind.UNKNOWN,
                    pkey.toString(),
                    port.guid(),
                    port.node(),
                    port.nodeId(),
                    "none",
                    there,
                    null,
                    "",
                    port.seenAt(),
                    ours
                            ? "nobody wants it, and it lies in the range that the portal gives keys from"
                            : "it lies outside the range that the portal gives keys from, and is left alone"));
        });
        all.sort(Comparator.comparing(Divergence::kind).thenComparing(Divergence::pkey));
        return all;
    }

    private static List<Divergence> unread(PortState port) {
        boolean down = !port.trouble().isEmpty();
        String why = down
                ? "the node says that its port is not active: " + port.trouble()
                : port.seenAt() == null ? "the table was never read" : "the table could not be read: " + port.detail();
        return port.wishes().stream()
                .filter(wish -> !wish.leaving())
                .map(wish -> made(down ? Kind.DOWN : Kind.NOT_KNOWN, port, wish, "", why))
                .toList();
    }

    private static Divergence made(Kind kind, PortState port, Wish wish, String found, String detail) {
        return new Divergence(
                kind,
                wish.pkey().toString(),
                port.guid(),
                port.node(),
                port.nodeId(),
                wish.membership(),
                found,
                wish.partition(),
                wish.name(),
                port.seenAt(),
                detail);
    }

    /** Keys of the table but the default partition's. */
    private static Map<PKey, String> found(List<Integer> table) {
        Map<PKey, String> found = new HashMap<>();
        for (int entry : table) {
            PKey pkey = (entry & PKey.DEFAULT.base()) == 0 ? PKey.DEFAULT : PKey.of(entry);
            if (!pkey.isDefault()) {
                found.merge(
                        pkey, entry == pkey.full() ? "full" : "limited", (one, two) -> one.equals(two) ? one : "both");
            }
        }
        return found;
    }
}
