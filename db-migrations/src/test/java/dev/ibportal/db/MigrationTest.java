package dev.ibportal.db;

import static dev.ibportal.db.Database.column;
import static dev.ibportal.db.Database.one;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class MigrationTest {
    @Test
    void anOwnerWhoIsNoSuperuserMigratesFromEmpty() throws SQLException {
        Database database = Database.empty();

        assertThat(database.migrate().migrationsExecuted).isGreaterThanOrEqualTo(7);
        assertThat(database.migrate().migrationsExecuted).isZero();
        try (Connection owner = database.owner()) {
            assertThat(one(owner, "SELECT rolsuper::text FROM pg_roles WHERE rolname = current_user"))
                    .isEqualTo("false");
        }
    }

    @Test
    void theOtherRolesOwnNoTableAndStandAboveNoPolicy() throws SQLException {
        Database database = Database.fresh();
        try (Connection owner = database.owner()) {
            assertThat(column(owner, """
                            SELECT rolname FROM pg_roles WHERE rolname LIKE 'ibportal\\_%'
                              AND (rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication)""")).isEmpty();
            assertThat(column(owner, """
                            SELECT relname FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
                            WHERE r.rolname LIKE 'ibportal\\_%' AND c.relnamespace = 'public'::regnamespace""")).isEmpty();
        }
    }

    @Test
    void theRolesAreMembersOfNothing() throws SQLException {
        Database database = Database.fresh();
        try (Connection owner = database.owner()) {
            assertThat(column(owner, """
                            SELECT m.rolname FROM pg_auth_members a JOIN pg_roles m ON m.oid = a.member
                            WHERE m.rolname LIKE 'ibportal\\_%'""")).isEmpty();
        }
    }
}
