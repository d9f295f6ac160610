package dev.ibportal.portal.platform.db;

import java.sql.SQLException;

/** An {@link SQLException} on its way to the one place that explains it to the caller. */
public final class SqlFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SqlFailure(SQLException cause) {
        super(cause.getMessage(), cause);
    }
}
