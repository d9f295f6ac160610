package dev.ibportal.portal.platform.tenancy;

import dev.ibportal.portal.platform.db.SqlError;
import dev.ibportal.portal.platform.db.SqlFailure;
import dev.ibportal.portal.platform.db.Work;
import dev.ibportal.portal.platform.fault.DomainFault;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.jboss.logging.Logger;

/**
 * A transaction of the acting tenant, which has to be settled before ({@link TenantContext}). Hibernate and audit log
 * share the connection that the work gets.
 */
@ApplicationScoped
public class TenantTransaction {
    private static final String DEADLOCK = "40P01";
    private static final int TRIES = 3;
    private static final Logger LOG = Logger.getLogger(TenantTransaction.class);

    private final TenantContext tenants;
    private final DataSource db;
    private final Overreach overreach;

    TenantTransaction(TenantContext tenants, DataSource db, Overreach overreach) {
        this.overreach = overreach;
        this.tenants = tenants;
        this.db = db;
    }

    /**
     * Committed when the work returns, rolled back when it throws. Where two such transactions waited for each other, the
     * one that PostgreSQL ended is run again.
     */
    public <T> T call(Work<T> work) {
        try {
            return repeated(work);
        } catch (RuntimeException e) {
            Optional<DomainFault> refusal = TenantRefusals.in(e);
            refusal.ifPresent(fault -> overreach.denied(tenants.require(), fault));
            throw refusal.<RuntimeException>map(fault -> fault).orElse(e);
        }
    }

    /** For work that is done another way when it fails: then it is empty, whatever went wrong, and nobody was refused. */
    public <T> Optional<T> attempt(Work<T> work) {
        try {
            return Optional.of(repeated(work));
        } catch (RuntimeException e) {
            LOG.debug("tried in vain", e);
            return Optional.empty();
        }
    }

    private <T> T repeated(Work<T> work) {
        tenants.require();
        for (int tries = 1; ; tries++) {
            try {
                return once(work);
            } catch (RuntimeException e) {
                if (tries == TRIES || !SqlError.is(e, DEADLOCK)) {
                    throw e;
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
