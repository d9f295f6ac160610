package dev.ibportal.portal.seal;

import java.util.BitSet;
import java.util.TreeMap;

/** A set of numbers of which many follow each other: a bit for each. */
public final class NumberSet {
    private static final int PAGE = 4096;

    private final TreeMap<Long, BitSet> pages = new TreeMap<>();
    private long size;

    public void add(long number) {
        pages.computeIfAbsent(number / PAGE, page -> new BitSet(PAGE)).set((int) (number % PAGE));
        size++;
    }

    public boolean contains(long number) {
        BitSet page = pages.get(number / PAGE);
        return page != null && page.get((int) (number % PAGE));
    }

    public long size() {
        return size;
    }

    public boolean isEmpty() {
        return pages.isEmpty();
    }

    public long first() {
        return pages.firstKey() * PAGE + pages.firstEntry().getValue().nextSetBit(0);
    }

    public long last() {
        return pages.lastKey() * PAGE + pages.lastEntry().getValue().length() - 1;
    }

    boolean containsAny(long from, long to) {
        for (long page = from / PAGE; page <= to / PAGE; page++) {
            BitSet bits = pages.get(page);
            if (bits != null) {
                int begin = page == from / PAGE ? (int) (from % PAGE) : 0;
                int found = bits.nextSetBit(begin);
                if (found >= 0 && page * PAGE + found <= to) {
                    return true;
                }
            }
        }
        return false;
    }
}
