package dev.ibportal.portal.platform.db;

import java.sql.Connection;
import java.sql.SQLException;

/** What is done with a connection. */
@FunctionalInterface
public interface Work<T> {
    T run(Connection connection) throws SQLException;

    /** Work that answers nothing. */
    @FunctionalInterface
    interface Step {
        void run(Connection connection) throws SQLException;
    }
}
