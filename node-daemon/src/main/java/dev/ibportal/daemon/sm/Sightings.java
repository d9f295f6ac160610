package dev.ibportal.daemon.sm;

import dev.ibportal.agent.v1.PortTable;
import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.types.Guid;
import dev.ibportal.types.PKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which keys were seen in which tables, because a table without a key proves its absence only sometimes: a sweep that has
 * read an older file may be under way and put it in yet. It cannot when the key was seen there since it was last wanted
 * (then somebody has taken it out), or when a sweep has ended after the newest file was in place.
 */
final class Sightings {
    private final Set<Members.Key> seen = new HashSet<>();
    private Map<Guid, Expectation> expected = Map.of();

    /** @param before default instance: none was */
    void applied(SmDocument before, SmDocument now) {
        Map<Members.Key, ?> keys = Members.of(now);
        Set<Members.Key> wanted = present(before);
        seen.retainAll(keys.keySet());
        present(now).stream().filter(key -> !wanted.contains(key)).forEach(seen::remove);
        expected = Members.expectations(now);
    }

    private static Set<Members.Key> present(SmDocument document) {
        Set<Members.Key> keys = new HashSet<>();
        Members.of(document).forEach((key, member) -> {
            if (member.hasPresent()) {
                keys.add(key);
            }
        });
        return keys;
    }

    /**
     * The tables that prove what they show.
     *
     * @param swept whether a sweep has ended since the newest file was in place
     */
    Map<Guid, PortTable> proving(Map<Guid, PortTable> read, boolean swept) {
        Map<Guid, PortTable> proving = new HashMap<>();
        read.forEach((port, table) -> {
            Expectation expectation = expected.getOrDefault(port, Expectation.NONE);
            if (table.getKnown()) {
                note(port, expectation, table.getPkeysList());
            }
            if (swept || !table.getKnown() || isDone(port, expectation)) {
                proving.put(port, table);
            }
        });
        return proving;
    }

    /**
     * The tables that prove what they show while the manager has not taken the newest configuration yet: then it may put
     * back any key that is missing now, so that a missing one was neither taken out nor seen to be.
     */
    Map<Guid, PortTable> whileBehind(Map<Guid, PortTable> read) {
        Map<Guid, PortTable> proving = new HashMap<>();
        read.forEach((port, table) -> {
            Expectation expectation = expected.getOrDefault(port, Expectation.NONE);
            if (table.getKnown()) {
                expectation.entries().keySet().forEach(pkey -> seen.remove(new Members.Key(pkey, port)));
                note(port, expectation, table.getPkeysList());
            }
            if (!table.getKnown() || !expectation.entries().containsValue(Expectation.NO_ENTRY)) {
                proving.put(port, table);
            }
        });
        return proving;
    }

    private void note(Guid port, Expectation expectation, Collection<Integer> table) {
        for (PKey pkey : expectation.entries().keySet()) {
            if (table.contains(pkey.full()) || table.contains(pkey.limited())) {
                seen.add(new Members.Key(pkey, port));
            }
        }
    }

    private boolean isDone(Guid port, Expectation expectation) {
        return expectation.entries().entrySet().stream()
                .filter(entry -> entry.getValue() == Expectation.NO_ENTRY)
                .allMatch(entry -> seen.contains(new Members.Key(entry.getKey(), port)));
    }
}
