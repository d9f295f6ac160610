package dev.ibportal.portal.partition.core;

import dev.ibportal.portal.partition.core.LivePort.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a change of a partition's members makes of the live fabric, port by port.
 *
 * @param lines ports that do not simply stay as they are
 * @param stay members whose tables show already what is wanted of them
 * @param fullAfter full members that are wanted afterwards
 */
public record FabricDiff(List<Line> lines, int stay, int fullAfter, int limitedAfter, int hidden) {
    /** What becomes of a port. */
    public enum Kind {
        /** It gets the key. */
        ADDED,
        /** It loses the key. */
        GOES,
        /** It has the key with the other membership, and gets this one. */
        CHANGED,
        /** It has the key, and the portal has no member for it: it stays where it is and is not touched. */
        FOREIGN,
        /** A removal from before is not read back yet. */
        LEAVING
    }

    /** @param live what the port's table shows now */
    public record Line(
            Kind kind,
            String guid,
            UUID nodeId,
            String node,
            Table live,
            Table wanted,
            @Nullable Instant seenAt,
            boolean byThisChange) {}

    /**
     * A change.
     *
     * @param added nodes' ports that become members, with the membership
     * @param removed memberships that end
     */
    public record Change(Map<String, String> added, Set<UUID> removed) {
        public static final Change NONE = new Change(Map.of(), Set.of());
    }

    public static FabricDiff of(List<LivePort> ports, Change change) {
        List<Line> lines = new ArrayList<>();
        int stay = 0;
        int full = 0;
        int limited = 0;
        int hidden = 0;
        for (LivePort port : ports) {
            String wish = wish(port, change);
            full += "full".equals(wish) ? 1 : 0;
            limited += "limited".equals(wish) ? 1 : 0;
            Line line = line(port, wish, change);
            if (line == null) {
                stay += wish == null ? 0 : 1;
            } else if (line.kind() == Kind.FOREIGN && !port.known()) {
                hidden++;
            } else {
                lines.add(line);
            }
        }
        return new FabricDiff(List.copyOf(lines), stay, full, limited, hidden);
    }

    private static @Nullable String wish(LivePort port, Change change) {
        if (port.member() != null && change.removed().contains(port.member())) {
            return null;
        }
        return port.wish() != null ? port.wish() : change.added().get(port.guid());
    }

    private static @Nullable Line line(LivePort port, @Nullable String wish, Change change) {
        Table wanted = Table.of(wish);
        boolean byThis = change.added().containsKey(port.guid())
                || (port.member() != null && change.removed().contains(port.member()));
        Kind kind = kind(port, wanted, byThis);
        return kind == null
                ? null
                : new Line(kind, port.guid(), port.nodeId(), port.node(), port.table(), wanted, port.seenAt(), byThis);
    }

    private static @Nullable Kind kind(LivePort port, Table wanted, boolean byThis) {
        Table live = port.table();
        if (wanted != Table.NONE) {
            if (live == wanted) {
                return null;
            }
            return live == Table.NONE || live == Table.NOT_KNOWN ? Kind.ADDED : Kind.CHANGED;
        }
        if (byThis) {
            return Kind.GOES;
        }
        if (port.member() != null) {
            return Kind.LEAVING;
        }
        return live == Table.FULL || live == Table.LIMITED ? Kind.FOREIGN : null;
    }

    /** Whether the partition has no member afterwards, so that the subnet manager drops it. */
    public boolean empties() {
        return fullAfter + limitedAfter == 0;
    }

    public boolean removes() {
        return lines.stream().anyMatch(line -> line.byThisChange() && line.kind() == Kind.GOES);
    }

    public boolean touchesFabric() {
        return lines.stream().anyMatch(Line::byThisChange);
    }
}
