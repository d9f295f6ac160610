package dev.ibportal.portal.platform.db;

import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * What the database refused, found in whatever exception it came wrapped.
 *
 * @param state SQLSTATE
 * @param constraint name of the violated constraint or unique index; empty when it is none
 * @param detail as the server gave it; not for the caller's eyes, since it may tell of other tenants' rows
 */
public record SqlError(String state, String constraint, String detail) {
    public static Optional<SqlError> in(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                return Optional.of(of(sql));
            }
        }
        return Optional.empty();
    }

    public static boolean violates(Throwable failure, String constraint) {
        return in(failure).filter(error -> error.constraint.equals(constraint)).isPresent();
    }

    public static boolean is(Throwable failure, String state) {
        return in(failure).filter(error -> error.state.equals(state)).isPresent();
    }

    private static SqlError of(SQLException failure) {
        ServerErrorMessage message = failure instanceof PSQLException pg ? pg.getServerErrorMessage() : null;
        return new SqlError(
                failure.getSQLState(),
                message == null ? "" : text(message.getConstraint()),
                message == null ? "" : text(message.getDetail()));
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
