package dev.ibportal.portal.platform.db;

import io.quarkus.agroal.DataSource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;

/** The datasource of the audit log's sealer (role {@code ibportal_sealer}); apart from JTA, as {@link FabricDb} is. */
@ApplicationScoped
public class SealerDb {
    private final javax.sql.DataSource dataSource;

    SealerDb(@DataSource("sealer") javax.sql.DataSource dataSource) {
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

    /** Reads everything as it is at one moment. */
    public <T> T readAtOnce(Work<T> work) {
        try (Connection connection = dataSource.getConnection()) {
            int before = connection.getTransactionIsolation();
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            try {
                return FabricDb.inTransaction(connection, work);
            } finally {
                connection.setTransactionIsolation(before);
            }
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    /** One transaction: committed when the work returns, rolled back when it throws. */
    public <T> T write(Work<T> work) {
        try (Connection connection = dataSource.getConnection()) {
            return FabricDb.inTransaction(connection, work);
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }
}
