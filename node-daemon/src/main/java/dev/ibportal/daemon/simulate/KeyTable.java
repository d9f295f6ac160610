package dev.ibportal.daemon.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A port's PKey table, filled as OpenSM does: keys keep their place, and freed places are used only when it is full. */
final class KeyTable {
    private static final int BASE = 0x7fff;

    private final int[] entries;
    private int used;

    KeyTable(int capacity) {
        this.entries = new int[capacity];
    }

    /** In table order without trailing zeros. */
    List<Integer> entries() {
        int end = used;
        while (end > 0 && entries[end - 1] == 0) {
            end--;
        }
        List<Integer> list = new ArrayList<>(end);
        for (int i = 0; i < end; i++) {
            list.add(entries[i]);
        }
        return list;
    }

    /**
     * As an OpenSM that keeps no places: the first wanted key at index 0. False when at least one key found no room.
     */
    boolean set(List<Integer> wanted) {
        if (used > 0 && !wanted.isEmpty() && (entries[0] & BASE) != (wanted.get(0) & BASE)) {
            Arrays.fill(entries, 0, used, 0);
            used = 0;
        }
        return fill(wanted);
    }

    private boolean fill(List<Integer> wanted) {
        Set<Integer> bases = new HashSet<>();
        wanted.forEach(entry -> bases.add(entry & BASE));
        for (int i = 0; i < used; i++) {
            if (!bases.contains(entries[i] & BASE)) {
                entries[i] = 0;
            }
        }
        boolean fits = true;
        for (int entry : wanted) {
            int place = placeOf(entry);
            fits &= place >= 0;
            if (place >= 0) {
                entries[place] = entry;
                used = Math.max(used, place + 1);
            }
        }
        return fits;
    }

    private int placeOf(int entry) {
        for (int i = 0; i < used; i++) {
            if ((entries[i] & BASE) == (entry & BASE)) {
                return i;
            }
        }
        if (used < entries.length) {
            return used;
        }
        return Arrays.stream(entries).boxed().toList().indexOf(0);
    }
}
