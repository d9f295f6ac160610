package dev.ibportal.e2e.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The main job, and how long its two halves took. */
final class MainJobs {
    private static final long PATIENCE_SECONDS = 180;
    private static final int LOOK_MILLIS = 5;

    private MainJobs() {}

    /**
     * Nanoseconds since just before the members were sent.
     *
     * @param answered until the portal had saved them
     * @param effective until every key was found in its port's table
     * @param inSync until every interface was in sync
     * @param cpu used meanwhile, which says more than the clock where others use the machine too
     */
    record Times(String partition, long answered, long effective, long inSync, Cpu cpu) {}

    /** All nodes of the stage into a new partition. What is in sync is seen in the database: polling the portal is work. */
    static Times run(Stage stage, int number) throws SQLException, InterruptedException {
        String partition = stage.partition(number);
        try (Connection connection = stage.database().open("ibportal");
                PreparedStatement query = Database.progressOf(connection, partition)) {
            Database.progress(query);
            Cpu before = stage.cpu();
            long begin = System.nanoTime();
            stage.operator()
                    .post(
                            "/api/v1/partitions/" + partition + "/members/bulk",
                            Map.of("nodes", stage.nodes(), "membership", "full"));
            long answered = System.nanoTime() - begin;
            long effective = 0;
            Database.Progress now = Database.progress(query);
            while (now.inSync() < stage.nodes().size()) {
                if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                    throw new IllegalStateException("not all in sync after " + PATIENCE_SECONDS + " s, see "
                            + stage.layout().directory());
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
                now = Database.progress(query);
                if (effective == 0 && now.effective() == stage.nodes().size()) {
                    effective = System.nanoTime() - begin;
                }
            }
            return new Times(
                    partition,
                    answered,
                    effective,
                    System.nanoTime() - begin,
                    stage.cpu().since(before));
        }
    }
}
