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
     * @param inSync until every interface was in sync
     */
    record Times(long answered, long inSync) {}

    /** All nodes of the stage into a new partition. What is in sync is seen in the database: polling the portal is work. */
    static Times run(Stage stage, int number) throws SQLException, InterruptedException {
        String partition = stage.partition(number);
        try (Connection connection = stage.database().open("ibportal");
                PreparedStatement query = Database.inSyncOf(connection, partition)) {
            Database.inSync(query);
            long begin = System.nanoTime();
            stage.operator()
                    .post(
                            "/api/v1/partitions/" + partition + "/members/bulk",
                            Map.of("nodes", stage.nodes(), "membership", "full"));
            long answered = System.nanoTime() - begin;
            while (Database.inSync(query) < stage.nodes().size()) {
                if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                    throw new IllegalStateException("not all in sync after " + PATIENCE_SECONDS + " s, see "
                            + stage.layout().directory());
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
            return new Times(answered, System.nanoTime() - begin);
        }
    }
}
