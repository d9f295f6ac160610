package dev.ibportal.e2e.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Values of one thing measured again and again, in nanoseconds. */
final class Samples {
    private static final double NANOS_PER_MILLI = 1e6;

    private final long[] nanos;

    private Samples(long[] nanos) {
        this.nanos = nanos;
    }

    static Samples of(LongStream values) {
        return new Samples(values.toArray());
    }

    int count() {
        return nanos.length;
    }

    double median() {
        return quantile(0.5);
    }

    /** In milliseconds. */
    double quantile(double q) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        double place = q * (sorted.length - 1);
        int low = (int) place;
        int high = Math.min(low + 1, sorted.length - 1);
        return (sorted[low] + (sorted[high] - sorted[low]) * (place - low)) / NANOS_PER_MILLI;
    }

    /** All of them in milliseconds, in the order they were taken. */
    String all() {
        return Arrays.stream(nanos)
                .mapToObj(value -> String.format(Locale.ROOT, "%.0f", value / NANOS_PER_MILLI))
                .collect(Collectors.joining(" "));
    }
}
