package dev.ibportal.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Numbers of the log of which many follow each other, written as {@code 1-20,25}. */
public final class NumberRanges {
    private static final Pattern TEXT = Pattern.compile("\\d{1,18}(-\\d{1,18})?(,\\d{1,18}(-\\d{1,18})?)*");

    private final List<Range> ranges = new ArrayList<>();

    private record Range(long first, long last) {
        @Override
        public String toString() {
            return first == last ? Long.toString(first) : first + "-" + last;
        }
    }

    /** Adds a number that is greater than all before it. */
    public void add(long number) {
        add(new Range(number, number));
    }

    private void add(Range next) {
        Range end = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
        if (next.last() < next.first() || (end != null && next.first() <= end.last())) {
            throw new IllegalArgumentException(next + " does not come after " + end);
        }
        if (end != null && next.first() == end.last() + 1) {
            ranges.set(ranges.size() - 1, new Range(end.first(), next.last()));
        } else {
            ranges.add(next);
        }
    }

    /** Nothing if it is not what {@link #toString} writes. */
    static Optional<NumberRanges> parse(String text) {
        if (!TEXT.matcher(text).matches()) {
            return Optional.empty();
        }
        NumberRanges read = new NumberRanges();
        try {
            for (String part : text.split(",")) {
                String[] ends = part.split("-");
                read.add(new Range(Long.parseLong(ends[0]), Long.parseLong(ends[ends.length - 1])));
            }
            return Optional.of(read);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static NumberRanges between(long first, long last) {
        NumberRanges all = new NumberRanges();
        if (first <= last) {
            all.add(new Range(first, last));
        }
        return all;
    }

    boolean contains(long number) {
        int low = 0;
        int high = ranges.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Range range = ranges.get(middle);
            if (number < range.first()) {
                high = middle - 1;
            } else if (number > range.last()) {
                low = middle + 1;
            } else {
                return true;
            }
        }
        return false;
    }

    long size() {
        return ranges.stream()
                .mapToLong(range -> range.last() - range.first() + 1)
                .sum();
    }

    long last() {
        return ranges.isEmpty() ? 0 : ranges.get(ranges.size() - 1).last();
    }

    @Override
    public String toString() {
        return String.join(",", ranges.stream().map(Range::toString).toList());
    }
}
