package dev.ibportal.portal.platform.tenancy;

import dev.ibportal.portal.platform.db.SqlError;
import dev.ibportal.portal.platform.db.SqlFailure;
import dev.ibportal.portal.platform.db.Work;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * A transaction of the acting tenant, which has to be settled before ({@link TenantContext}). Hibernate and audit log
 * share the connection that the work gets.
 */
@ApplicationScoped
public class TenantTransaction {
    private static final String DEADLOCK = "40P01";
    private static final int TRIES = 3;

    private final TenantContext tenants;
    private final DataSource db;

    TenantTransaction(TenantContext tenants, DataSource db) {
        this.tenants = tenants;
        this.db = db;
    }

    /**
     * Committed when the work returns, rolled back when it throws. Where two such transactions waited for each other, the
     * one that PostgreSQL ended is run again.
     */
    public <T> T call(Work<T> work) {
        tenants.require();
        for (int tries = 1; ; tries++) {
            try {
                return once(work);
            } catch (RuntimeException e) {
                if (tries == TRIES || !SqlError.is(e, DEADLOCK)) {
                    throw TenantRefusals.in(e)
                            .<RuntimeException>map(fault -> fault)
                            .orElse(e);
                }
            }
        }
    }

    private <T> T once(Work<T> work) {
        return QuarkusTransaction.requiringNew().call(() -> {
            try (Connection connection = db.getConnection()) {
                return work.run(connection);
            } catch (SQLException e) {
                throw new SqlFailure(e);
            }
        });
    }

    public void run(Work.Step work) {
        call(connection -> {
            work.run(connection);
            return true;
        });
    }
}
