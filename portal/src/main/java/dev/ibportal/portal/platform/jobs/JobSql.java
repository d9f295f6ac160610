package dev.ibportal.portal.platform.jobs;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Sql;
import jakarta.inject.Singleton;

/** What a portal that was killed has left in db-scheduler's table. */
@Singleton
class JobSql {
    private final FabricDb db;

    JobSql(FabricDb db) {
        this.db = db;
    }

    /** Jobs that this portal was at in its last life are to be done again, at once rather than after their time. */
    void giveBack(String portal) {
        db.run(connection -> Sql.of("""
                        UPDATE scheduled_tasks SET picked = false, picked_by = NULL, last_heartbeat = NULL,
                          execution_time = now(), version = version + 1
                        WHERE picked AND picked_by = ?""", portal).update(connection));
    }
}
