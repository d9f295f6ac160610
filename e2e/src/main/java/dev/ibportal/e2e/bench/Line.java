package dev.ibportal.e2e.bench;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/** From "members saved" to all of their interfaces in sync, beside the floor of the same machine in the same minute. */
final class Line {
    private static final int WARM_UP = 3;
    private static final int RUNS = 5;

    private Line() {}

    static void measure(int nodes, Report report) throws SQLException, InterruptedException {
        report.line("## %d nodes", nodes);
        try (Stage stage = Stage.with(nodes);
                Floor floor = Floor.with(stage.database(), nodes)) {
            LongStream.Builder times = LongStream.builder();
            LongStream.Builder floors = LongStream.builder();
            for (int i = 1; i <= WARM_UP + RUNS; i++) {
                MainJobs.Times run = MainJobs.run(stage, i);
                long bare = floor.round();
                stage.remove(run.partition());
                boolean counts = i > WARM_UP;
                report.line(
                        "%s: answered after %d ms, all effective after %d ms, all in sync after %d ms, CPU %s; floor %d ms",
                        counts ? "run " + (i - WARM_UP) : "warm-up " + i,
                        millis(run.answered()),
                        millis(run.effective()),
                        millis(run.inSync()),
                        run.cpu(),
                        millis(bare));
                if (counts) {
                    times.add(run.inSync());
                    floors.add(bare);
                }
            }
            Samples all = Samples.of(times.build());
            Samples bare = Samples.of(floors.build());
            report.line(
                    "%d nodes, median of %d: %.0f ms, floor %.0f ms, ratio %.1f; portal %.0f MiB resident",
                    nodes,
                    RUNS,
                    all.median(),
                    bare.median(),
                    all.median() / bare.median(),
                    ProcessCost.of(stage.portal().pid()).residentMiB());
        }
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }
}
