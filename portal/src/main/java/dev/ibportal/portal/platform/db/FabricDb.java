package dev.ibportal.portal.platform.db;

import io.quarkus.agroal.DataSource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The datasource of fabric-wide work (role {@code ibportal_fabric}), which no tenant fences in. It is apart from JTA: a
 * transaction here is exactly one call of {@link #write}, and it commits or fails on its own, also when called inside a
 * tenant's transaction.
 */
@ApplicationScoped
public class FabricDb {
    private static final String DEADLOCK = "40P01";
    private static final int TRIES = 3;

    private final javax.sql.DataSource dataSource;

    FabricDb(@DataSource("fabric") javax.sql.DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Reads, each statement by itself. */
    public <T> T read(Work<T> work) {
        try (Connection connection = dataSource.getConnection()) {
            return work.run(connection);
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    /**
     * One transaction: committed when the work returns, rolled back when it throws. Where two such transactions waited for
     * each other, the one that PostgreSQL ended is run again.
     */
    public <T> T write(Work<T> work) {
        for (int tries = 1; ; tries++) {
            try (Connection connection = dataSource.getConnection()) {
                return inTransaction(connection, work);
            } catch (SQLException | SqlFailure e) {
                if (tries == TRIES || !SqlError.is(e, DEADLOCK)) {
                    throw e instanceof SqlFailure failure ? failure : new SqlFailure((SQLException) e);
                }
            }
        }
    }

    public void run(Work.Step work) {
        write(connection -> {
            work.run(connection);
            return true;
        });
    }

    /** A connection to be closed by the caller, in autocommit. */
    public Connection connection() throws SQLException {
        return dataSource.getConnection();
    }

    static <T> T inTransaction(Connection connection, Work<T> work) throws SQLException {
        connection.setAutoCommit(false);
        boolean done = false;
        try {
            T result = work.run(connection);
            connection.commit();
            done = true;
            return result;
        } finally {
            if (!done) {
                connection.rollback();
            }
            connection.setAutoCommit(true);
        }
    }
}
