package dev.ibportal.portal.capacity.core;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * In how many days something is full, by the Theil–Sen estimator: the median of the slopes between all pairs of days, which
 * one wild day does not move. The range is made of the quarter and the three quarters of these slopes.
 *
 * @param perDay growth a day, median
 * @param days until it is full, from the last day seen; absent: not at this rate
 * @param soonest with the faster quarter; absent: not even then
 * @param latest with the slower quarter; absent: perhaps never
 * @param basis so many days were seen
 */
public record Forecast(
        double perDay,
        @Nullable Long days,
        @Nullable Long soonest,
        @Nullable Long latest,
        int basis) {
    /** Fewer say nothing. */
    public static final int LEAST = 7;

    private static final double QUARTER = 0.25;
    private static final long FAR = 3650;

    /** What was used at the end of a day. */
    public record Point(LocalDate day, long used) {}

    /**
     * Empty with fewer than {@link #LEAST} days.
     *
     * @param points in the order of the days
     */
    public static Optional<Forecast> of(List<Point> points, long total) {
        if (points.size() < LEAST) {
            return Optional.empty();
        }
        List<Double> slopes = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            for (int j = i + 1; j < points.size(); j++) {
                long apart = ChronoUnit.DAYS.between(points.get(i).day, points.get(j).day);
                slopes.add((points.get(j).used - points.get(i).used) / (double) apart);
            }
        }
        slopes.sort(null);
        long left = total - points.get(points.size() - 1).used;
        double median = at(slopes, 2 * QUARTER);
        return Optional.of(new Forecast(
                median,
                until(left, median),
                until(left, at(slopes, 3 * QUARTER)),
                until(left, at(slopes, QUARTER)),
                points.size()));
    }

    private static double at(List<Double> sorted, double share) {
        double place = share * (sorted.size() - 1);
        int low = (int) place;
        int high = Math.min(low + 1, sorted.size() - 1);
        return sorted.get(low) + (sorted.get(high) - sorted.get(low)) * (place - low);
    }

    /** Beyond ten years nobody knows anything. */
    private static @Nullable Long until(long left, double perDay) {
        if (left <= 0) {
            return 0L;
        }
        if (perDay <= 0 || left / perDay > FAR) {
            return null;
        }
        return (long) Math.ceil(left / perDay);
    }
}
