package dev.ibportal.portal.platform.jobs;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;

/** Rows of one feature that say nothing any more; a bean. They are looked for every hour, by one portal of the cluster. */
public interface Cleaning {
    /** For the log: what is taken away. */
    String what();

    /**
     * @param most take no more than so many, so that nobody waits for a lock
     * @return how many were taken
     */
    int clean(Connection connection, Instant now, int most) throws SQLException;
}
