package dev.ibportal.e2e.bench;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;

/** Many addresses in one call: time, and SQL statements by the server's own log. */
final class Bulk {
    private static final int WARM_UP = 3;
    private static final int RUNS = 5;
    private static final List<Integer> COUNTS = List.of(10, 100, 1000, 5000);

    private Bulk() {}

    static void measure(Report report) throws SQLException {
        try (Stage stage = Stage.with(1)) {
            String partition = stage.partition(1);
            String pool = stage.pool(partition, "10.32.0.0/16");
            for (int i = 0; i < WARM_UP; i++) {
                allocate(stage, pool, 1000);
            }
            for (int count : COUNTS) {
                LongStream.Builder times = LongStream.builder();
                for (int i = 0; i < RUNS; i++) {
                    times.add(allocate(stage, pool, count));
                }
                Samples samples = Samples.of(times.build());
                report.line(
                        "%d addresses in one call: median of %d %.0f ms (%s), SQL statements %s",
                        count, RUNS, samples.median(), samples.all(), statements(stage, pool, count));
            }
        }
    }

    private static long allocate(Stage stage, String pool, int count) {
        long begin = System.nanoTime();
        stage.operator().post("/api/v1/pools/" + pool + "/addresses/bulk", Map.of("count", count));
        return System.nanoTime() - begin;
    }

    /** The least of three is without what the background did meanwhile. */
    private static String statements(Stage stage, String pool, int count) throws SQLException {
        List<Long> counted = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            counted.add(Counting.statements(stage.database(), () -> allocate(stage, pool, count)));
        }
        return String.format(
                Locale.ROOT,
                "%d (least of 3 calls: %s)",
                counted.stream().min(Long::compare).orElseThrow(),
                counted);
    }
}
