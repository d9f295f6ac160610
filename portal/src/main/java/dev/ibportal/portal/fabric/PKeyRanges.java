package dev.ibportal.portal.fabric;

import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.PKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * PKeys that are kept apart, as ranges with both ends included.
 *
 * @param ranges in order, none touching another
 */
record PKeyRanges(List<Range> ranges) {
    static final PKeyRanges NONE = new PKeyRanges(List.of());

    PKeyRanges {
        ranges = joined(ranges);
    }

    record Range(PKey first, PKey last) {
        /** {@code 0x8001 - 0x800f}, or one key. */
        static Range parse(String text) {
            String[] ends = text.split("-", -1);
            if (ends.length > 2) {
                throw new InvalidValueException(
                        "pkey-range.syntax", "\"" + text + "\" is no range: a PKey, or two with a - between", text);
            }
            PKey first = PKey.parse(ends[0]);
            PKey last = ends.length == 2 ? PKey.parse(ends[1]) : first;
            if (first.compareTo(last) > 0) {
                throw new InvalidValueException(
                        "pkey-range.order", "range " + text.strip() + " runs backwards: the smaller PKey first", text);
            }
            return new Range(first, last);
        }

        @Override
        public String toString() {
            return first.equals(last) ? first.toString() : first + " - " + last;
        }
    }

    static PKeyRanges parse(List<String> texts) {
        return new PKeyRanges(texts.stream().map(Range::parse).toList());
    }

    private static List<Range> joined(List<Range> ranges) {
        List<Range> joined = new ArrayList<>();
        for (Range next :
                ranges.stream().sorted(Comparator.comparing(Range::first)).toList()) {
            Range last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
            if (last != null && next.first().base() <= last.last().base() + 1) {
                PKey end = last.last().compareTo(next.last()) < 0 ? next.last() : last.last();
                joined.set(joined.size() - 1, new Range(last.first(), end));
            } else {
                joined.add(next);
            }
        }
        return List.copyOf(joined);
    }

    boolean overlaps(PKeyRanges other) {
        return ranges.stream()
                .anyMatch(one -> other.ranges.stream()
                        .anyMatch(two -> one.first().compareTo(two.last()) <= 0
                                && two.first().compareTo(one.last()) <= 0));
    }

    List<String> texts() {
        return ranges.stream().map(Range::toString).toList();
    }

    /** As the database writes it, with the upper ends left out. */
    String sql() {
        List<String> parts = ranges.stream()
                .map(range -> "[" + range.first().base() + "," + (range.last().base() + 1) + ")")
                .toList();
        return "{" + String.join(",", parts) + "}";
    }

    /** @param text an {@code int4multirange} in its canonical form */
    static PKeyRanges ofSql(String text) {
        List<Range> ranges = new ArrayList<>();
        for (String part : text.replaceAll("[{}\\[\\s]", "").split("\\)", -1)) {
            String[] ends = part.replaceFirst("^,", "").split(",", -1);
            if (ends.length == 2) {
                ranges.add(new Range(new PKey(Integer.parseInt(ends[0])), new PKey(Integer.parseInt(ends[1]) - 1)));
            }
        }
        return new PKeyRanges(ranges);
    }
}
