package dev.ibportal.db;

import static dev.ibportal.db.Database.column;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rules that every table must keep, also the ones that come later. */
class TenantTablesTest {
    /** Tables that have a column tenant_id but belong to the portal, and what fences them in instead. */
    private static final List<String> NOT_A_TENANTS = List.of(
            "role_grant" /* no grant to the application role */,
            "session_grant" /* none either */,
            "audit_event" /* has policies of its own */);

    private static Connection owner;

    @BeforeAll
    static void connect() throws SQLException {
        owner = Database.fresh().owner();
    }

    @AfterAll
    static void close() throws SQLException {
        owner.close();
    }

    @Test
    void everyTableThatTheApplicationRoleCanReadIsFencedInOrOpenToAll() throws SQLException {
        assertThat(column(owner, """
                        SELECT c.relname FROM pg_class c
                        WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
                          AND NOT (c.relrowsecurity AND c.relforcerowsecurity)
                          AND (has_any_column_privilege('ibportal_app', c.oid, 'SELECT')
                            OR has_any_column_privilege('ibportal_app', c.oid, 'INSERT')
                            OR has_any_column_privilege('ibportal_app', c.oid, 'UPDATE')
                            OR has_table_privilege('ibportal_app', c.oid, 'DELETE'))
                        ORDER BY 1"""))
                .as("fabrics are the same for all tenants, and so is how far the log is sealed")
                .containsExactly("audit_seal", "fabric", "fabric_status");
    }

    @Test
    void everyTenantTableForcesRowSecurityAlsoForItsOwner() throws SQLException {
        assertThat(column(owner, """
                        SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
                        WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
                          AND c.relnamespace = 'public'::regnamespace AND a.attname = 'tenant_id'
                          AND NOT (c.relrowsecurity AND c.relforcerowsecurity)"""))
                .as("no grants to the application role")
                .containsExactlyInAnyOrder("role_grant", "session_grant");
    }

    @Test
    void everyReferenceBetweenTenantTablesHoldsTheTenantToo() throws SQLException {
        assertThat(column(owner, """
                        SELECT k.conrelid::regclass || '.' || k.conname FROM pg_constraint k
                          JOIN pg_attribute mine ON mine.attrelid = k.conrelid AND mine.attname = 'tenant_id'
                          JOIN pg_attribute its ON its.attrelid = k.confrelid AND its.attname = 'tenant_id'
                        WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace
                          AND NOT (mine.attnum = ANY (k.conkey) AND its.attnum = ANY (k.confkey))""")).isEmpty();
    }

    @Test
    void everyTenantTableComparesWithTheTenantOfTheTransaction() throws SQLException {
        List<String> own = column(owner, """
                SELECT tablename FROM pg_policies
                WHERE 'ibportal_app' = ANY (roles) AND qual LIKE '%tenant_id = current_tenant()%'""");
        List<String> tables = column(owner, """
                SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
                WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
                  AND c.relnamespace = 'public'::regnamespace AND a.attname = 'tenant_id'""");
        tables.removeAll(NOT_A_TENANTS);

        assertThat(own).containsAll(tables);
    }

    /** What is kept for other tables' sake aside: a tenant that is suspended writes nothing. */
    @Test
    void everyTableThatATenantWritesAsksWhetherTheTenantIsOpen() throws SQLException {
        assertThat(column(owner, """
                        SELECT c.relname FROM pg_class c
                        WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
                          AND (has_any_column_privilege('ibportal_app', c.oid, 'INSERT')
                            OR has_any_column_privilege('ibportal_app', c.oid, 'UPDATE')
                            OR has_table_privilege('ibportal_app', c.oid, 'DELETE'))
                          AND NOT EXISTS (SELECT FROM pg_trigger t
                                          WHERE t.tgrelid = c.oid AND t.tgfoid = 'tenant_is_open'::regproc)
                        ORDER BY 1"""))
                .as("denials are written down for a suspended tenant too; what is free goes with its addresses")
                .containsExactly("audit_event", "pool_free");
    }

    @Test
    void functionsThatRunAsSomebodyElseAreFewAndHaveAFixedSearchPath() throws SQLException {
        assertThat(column(owner, """
                        SELECT proname FROM pg_proc
                        WHERE pronamespace = 'public'::regnamespace AND prosecdef
                          AND NOT coalesce(proconfig, '{}') @> ARRAY['search_path=public, pg_temp']""")).isEmpty();
        assertThat(column(owner, """
                        SELECT proname FROM pg_proc
                        WHERE pronamespace = 'public'::regnamespace AND prosecdef AND prorettype <> 'trigger'::regtype
                          AND has_function_privilege('ibportal_app', oid, 'EXECUTE') ORDER BY 1"""))
                .as("the number of an event that one can see, known by its time to the microsecond")
                .containsExactly("any_shared", "audit_number_of", "claim_pkey", "index0_obstacle");
    }

    @Test
    void nobodyElseMayCallWhatTheMigrationsMade() throws SQLException {
        assertThat(column(owner, """
                        SELECT p.proname FROM pg_proc p
                        WHERE p.pronamespace = 'public'::regnamespace
                          AND has_function_privilege('ibportal_sealer', p.oid, 'EXECUTE')
                          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
                          AND p.prorettype <> 'trigger'::regtype
                          AND p.proname NOT LIKE 'inet%range'
                        ORDER BY 1""")).containsExactly("audit_drop_month", "audit_make_month", "current_tenant");
    }
}
