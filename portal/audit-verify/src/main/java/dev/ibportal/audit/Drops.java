package dev.ibportal.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which numbers may lack their events because retention has dropped them. A record counts by its own signature and once,
 * however often it is in the log; it excuses the numbers that it names and no others, and only in the log whose head it names.
 */
final class Drops {
    private final List<Drop> drops;
    private final Map<String, List<Drop>> awaited = new HashMap<>();

    private static final class Drop {
        private final DroppedMonth told;
        private final NumberRanges numbers;
        private long used;
        private boolean rooted;

        Drop(DroppedMonth told, NumberRanges numbers) {
            this.told = told;
            this.numbers = numbers;
        }
    }

    /** @param events all that tell of drops, whatever they tell */
    Drops(List<AuditRecord> events, KeyRing keys) {
        Set<DroppedMonth> different = new LinkedHashSet<>();
        events.forEach(event -> signed(event, keys).ifPresent(different::add));
        drops = new ArrayList<>(different.stream()
                .map(told -> new Drop(told, told.ranges().orElseThrow()))
                .sorted(Comparator.comparingLong(drop -> drop.numbers.last()))
                .toList());
        drops.forEach(drop -> awaited.computeIfAbsent(drop.told.head(), head -> new ArrayList<>())
                .add(drop));
    }

    /** The record of a drop, if a key of the log has signed it and it is not at odds with itself. */
    static Optional<DroppedMonth> signed(AuditRecord event, KeyRing keys) {
        return DroppedMonth.read(event)
                .filter(told -> told.isSigned(keys))
                .filter(told -> told.ranges().isPresent());
    }

    /** Asked once for each number whose event is not there, in order. */
    boolean excuses(long number) {
        for (Drop drop : drops) {
            if (drop.used < drop.told.events() && drop.numbers.contains(number)) {
                drop.used++;
                return true;
            }
        }
        return false;
    }

    /** A block of the log. */
    void block(Seal seal) {
        if (awaited.isEmpty()) {
            return;
        }
        awaited.getOrDefault(HexFormat.of().formatHex(seal.hash()), List.of())
                .forEach(drop -> drop.rooted = drop.numbers.last() <= seal.lastNumber());
    }

    /** After all blocks: what was excused by records of another log. */
    List<Finding> faults() {
        return drops.stream()
                .filter(drop -> drop.used > 0 && !drop.rooted)
                .map(drop -> new Finding(
                        "removed",
                        "month " + drop.told.month(),
                        drop.used + " events are gone, and what tells of their drop is of another log: it names a last"
                                + " block that this one does not have"))
                .toList();
    }

    /** What is gone rightly. */
    List<LogReport.Dropped> gone() {
        return drops.stream()
                .filter(drop -> drop.used > 0 && drop.rooted)
                .map(drop -> new LogReport.Dropped(drop.told.month().toString(), drop.used))
                .sorted(Comparator.comparing(LogReport.Dropped::month))
                .toList();
    }
}
