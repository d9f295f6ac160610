package dev.ibportal.e2e.bench;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/** Counts SQL statements as the server logs them. */
final class Counting {
    private static final int SETTLE_MILLIS = 300;

    private Counting() {}

    /** Background work is counted too, when there is some meanwhile. */
    static long statements(Database database, Runnable work) throws SQLException {
        database.logStatements(true);
        try {
            settle();
            long begin = database.logEnd();
            work.run();
            return database.statementsSince(begin);
        } finally {
            database.logStatements(false);
        }
    }

    /** The server's processes read their changed settings between two statements, the portal's tasks come to rest. */
    private static void settle() {
        try {
            TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
