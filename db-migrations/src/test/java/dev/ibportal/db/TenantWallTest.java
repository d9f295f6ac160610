package dev.ibportal.db;

import static dev.ibportal.db.Database.column;
import static dev.ibportal.db.Database.one;
import static dev.ibportal.db.Database.run;
import static dev.ibportal.db.Database.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What one who got hold of the application's connection can do to another tenant with raw SQL: nothing. */
class TenantWallTest {
    private static final String NO_RIGHT = "42501";

    private static Database database;
    private static UUID mine;
    private static UUID theirs;
    private static UUID fabric;
    private static UUID node;
    private static UUID theirPartition;
    private static UUID theirPool;
    private static UUID theirRobot;

    @BeforeAll
    static void twoTenantsWithEverything() throws SQLException {
        database = Database.fresh();
        Site site = new Site(database);
        mine = site.tenant("Aldermoor");
        theirs = site.tenant("Brackwater");
        fabric = site.fabric("blue");
        node = site.node("n101");
        UUID port = site.port(node, fabric);
        site.grant(mine, node);
        site.grant(theirs, node);
        site.partition(mine, fabric, "mine");
        theirPartition = site.partition(theirs, fabric, "theirs");
        UUID membership = site.membership(theirs, theirPartition, fabric, node, port);
        theirPool = site.pool(theirs, theirPartition, "10.77.0.0/24", "10.77.0.1", "10.77.0.254");
        site.address(theirs, theirPartition, theirPool, node, site.interfaceOf(membership));
        try (Connection app = database.app(theirs)) {
            run(
                    app,
                    "INSERT INTO pool_range (tenant_id, pool_id, span) VALUES (?, ?, '[10.77.0.1,10.77.0.254]')",
                    theirs,
                    theirPool);
            run(
                    app,
                    "INSERT INTO pool_exclusion (tenant_id, pool_id, span) VALUES (?, ?, '[10.77.0.99,10.77.0.99]')",
                    theirs,
                    theirPool);
            run(app, "UPDATE membership SET removed_at = now() WHERE id = ?", membership);
            run(app, "INSERT INTO partition_host (tenant_id, partition_id) VALUES (?, ?)", theirs, theirPartition);
            run(
                    app,
                    "INSERT INTO partition_route (tenant_id, partition_id, destination) VALUES (?, ?, '10.9.0.0/16')",
                    theirs,
                    theirPartition);
            run(
                    app,
                    "INSERT INTO removal_request (tenant_id, partition_id, what, requested_by, requested_name, expires_at)"
                            + " VALUES (?, ?, 'theirs', gen_random_uuid(), 'ada', now() + interval '1 day')",
                    theirs,
                    theirPartition);
            audit(app, theirs);
            serviceAccount(app, theirs, "robot");
            invite(app, theirs);
        }
        try (Connection all = database.fabric()) {
            run(all, "SELECT set_quota(?, 'nodes', 9)", theirs);
            past(all);
            asked(all);
            run(
                    all,
                    "INSERT INTO isolation_probe (tenant_id, partition_id, asked_by, verdict, detail)"
                            + " VALUES (?, ?, 'olga', 'proved', '')",
                    theirs,
                    theirPartition);
            theirRobot = UUID.fromString(one(all, "SELECT id FROM service_account"));
        }
    }

    private static void asked(Connection all) throws SQLException {
        UUID id = UUID.randomUUID();
        run(
                all,
                "INSERT INTO request (id, tenant_id, kind, title, asked, requested_by, requested_name)"
                        + " VALUES (?, ?, 'quota', 'theirs', '{}', gen_random_uuid(), 'ada')",
                id,
                theirs);
        run(all, "UPDATE request SET state = 'submitted' WHERE id = ?", id);
        run(
                all,
                "INSERT INTO request_comment (request_id, tenant_id, by_id, by_name, text)"
                        + " VALUES (?, ?, gen_random_uuid(), 'ada', 'theirs')",
                id,
                theirs);
        run(
                all,
                "INSERT INTO request_hold (request_id, tenant_id, kind, units) VALUES (?, ?, 'addresses', 1)",
                id,
                theirs);
        UUID olga = UUID.randomUUID();
        run(all, "INSERT INTO app_user (id, login, name, password_hash) VALUES (?, 'asked', 'x', 'x')", olga);
        run(all, "INSERT INTO role_grant (user_id, role) VALUES (?, 'operator')", olga);
        run(
                all,
                "INSERT INTO request_vote (request_id, tenant_id, voter, voter_name, verdict, digest)"
                        + " VALUES (?, ?, ?, 'olga', 'approve', 'seen')",
                id,
                theirs,
                olga);
        run(all, "INSERT INTO approval_rule (tenant_id, approvals) VALUES (?, 1)", theirs);
    }

    private static void past(Connection all) throws SQLException {
        run(
                all,
                "INSERT INTO address_past (id, tenant_id, partition_id, pool_id, ip, given_at)"
                        + " VALUES (gen_random_uuid(), ?, ?, ?, '10.77.0.7', now())",
                theirs,
                theirPartition,
                theirPool);
    }

    private static void serviceAccount(Connection connection, UUID tenant, String name) throws SQLException {
        run(
                connection,
                "INSERT INTO service_account (id, tenant_id, login, name, name_key, role)"
                        + " VALUES (gen_random_uuid(), ?, ? || '.' || ?, ?, ?, 'tenant-member')",
                tenant,
                name,
                tenant.toString(),
                name,
                name);
    }

    private static void invite(Connection connection, UUID tenant) throws SQLException {
        run(
                connection,
                "INSERT INTO invitation (id, tenant_id, role, secret_hash, invited_by, expires_at)"
                        + " VALUES (gen_random_uuid(), ?, 'planner', sha256(gen_random_uuid()::text::bytea), 'ada', now() + interval '1 day')",
                tenant);
    }

    private static void audit(Connection connection, UUID tenant) throws SQLException {
        run(
                connection,
                "INSERT INTO audit_event (actor_name, tenant_id, actor_tenant_id, action, object_kind, outcome, request_id)"
                        + " VALUES ('ada', ?, ?, 'pool.create', 'pool', 'success', gen_random_uuid())",
                tenant,
                tenant);
    }

    static List<String> tenantTables() throws SQLException {
        try (Connection owner = Database.fresh().owner()) {
            return column(owner, """
                    SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
                    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
                      AND c.relnamespace = 'public'::regnamespace AND a.attname = 'tenant_id'
                      AND c.relname NOT IN ('role_grant', 'session_grant')""");
        }
    }

    @ParameterizedTest
    @MethodSource("tenantTables")
    void rowsOfAnotherTenantAreNotThere(String table) throws SQLException {
        String theirRows = "SELECT count(*) FROM " + table + " WHERE tenant_id = ?";
        try (Connection all = database.fabric();
                Connection app = database.app(mine);
                Connection nobody = database.app(null)) {
            assertThat(one(all, theirRows, theirs)).as("the test needs a row").isNotEqualTo("0");
            assertThat(one(app, theirRows, theirs)).isEqualTo("0");
            assertThat(one(nobody, "SELECT count(*) FROM " + table)).isEqualTo("0");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "partition",
                "membership",
                "address",
                "pool",
                "pool_range",
                "pool_exclusion",
                "pool_free",
                "removal_request",
                "request"
            })
    void rowsOfAnotherTenantCannotBeChanged(String table) throws SQLException {
        try (Connection app = database.app(mine)) {
            assertThat(update(app, "UPDATE " + table + " SET tenant_id = tenant_id WHERE tenant_id = ?", theirs))
                    .isZero();
        }
    }

    @Test
    void peopleAndProgramsOfAnotherTenantCannotBeChanged() throws SQLException {
        try (Connection app = database.app(mine)) {
            assertThat(update(app, "UPDATE service_account SET role = 'tenant-admin'"))
                    .isZero();
            assertThat(update(app, "UPDATE invitation SET revoked_at = now()")).isZero();
            refused(() -> serviceAccount(app, theirs, "x"), NO_RIGHT);
            refused(() -> invite(app, theirs), NO_RIGHT);
        }
        try (Connection all = database.fabric()) {
            assertThat(one(all, "SELECT count(*) FROM app_user"))
                    .as("nothing is left of the attempt")
                    .isEqualTo("2");
        }
    }

    @Test
    void aServiceAccountsLogInCannotBeTakenOver() throws SQLException {
        try (Connection app = database.app(mine)) {
            refused(
                    () -> run(
                            app,
                            "INSERT INTO service_account (id, tenant_id, login, name, name_key, role)"
                                    + " VALUES (?, ?, 'x', 'x', 'x', 'tenant-admin')",
                            theirRobot,
                            mine),
                    "23505");
        }
    }

    @Test
    void aServiceAccountGetsNothingOutsideOfItsTenant() throws SQLException {
        try (Connection all = database.fabric()) {
            refused(
                    () -> run(
                            all,
                            "INSERT INTO role_grant (user_id, role, tenant_id) VALUES (?, 'auditor', ?)",
                            theirRobot,
                            mine),
                    "P0001");
            refused(
                    () -> run(all, "INSERT INTO role_grant (user_id, role) VALUES (?, 'operator')", theirRobot),
                    "P0001");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pool", "pool_range", "pool_exclusion", "pool_free"})
    void rowsOfAnotherTenantCannotBeDeleted(String table) throws SQLException {
        try (Connection app = database.app(mine)) {
            assertThat(update(app, "DELETE FROM " + table + " WHERE tenant_id = ?", theirs))
                    .isZero();
        }
    }

    @Test
    void noRowCanBeMadeForAnotherTenant() throws SQLException {
        try (Connection app = database.app(mine)) {
            refused(
                    () -> run(
                            app,
                            "INSERT INTO pool (tenant_id, partition_id, name, name_key, prefix, capacity)"
                                    + " VALUES (?, ?, 'x', 'x', '10.9.0.0/24', 1)",
                            theirs,
                            theirPartition),
                    NO_RIGHT);
            refused(() -> audit(app, theirs), NO_RIGHT);
        }
    }

    @Test
    void noRowCanBeHungOnToAnotherTenants() throws SQLException {
        try (Connection app = database.app(mine)) {
            refused(
                    () -> run(
                            app,
                            "INSERT INTO pool (tenant_id, partition_id, name, name_key, prefix, capacity)"
                                    + " VALUES (?, ?, 'x', 'x', '10.9.0.0/24', 1)",
                            mine,
                            theirPartition),
                    "23503");
        }
    }

    @Test
    void noRowCanBeMovedToAnotherTenant() throws SQLException {
        try (Connection app = database.app(mine)) {
            refused(() -> run(app, "UPDATE partition SET tenant_id = ?", theirs), NO_RIGHT);
        }
    }

    @Test
    void addressesOfAnotherTenantsPoolCannotBeTaken() throws SQLException {
        try (Connection app = database.app(mine)) {
            refused(() -> run(app, "SELECT claim_addresses(?, 1)", theirPool), "IB001");
            assertThat(one(app, "SELECT claim_address(?, '10.77.0.50')", theirPool))
                    .isEqualTo("f");
        }
        try (Connection all = database.fabric()) {
            assertThat(one(all, "SELECT host(lo) FROM pool_free WHERE pool_id = ?", theirPool))
                    .isEqualTo("10.77.0.2");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET ROLE ibportal_fabric",
                "SET ROLE test_owner",
                "SET SESSION AUTHORIZATION ibportal_fabric",
                "SET row_security = off; SELECT count(*) FROM partition",
                "ALTER TABLE partition DISABLE ROW LEVEL SECURITY",
                "ALTER TABLE partition NO FORCE ROW LEVEL SECURITY",
                "DROP POLICY own ON partition",
                "ALTER TABLE partition DISABLE TRIGGER ALL",
                "SET session_replication_role = replica",
                "CREATE TABLE public.trap (id integer)",
                "CREATE FUNCTION public.current_tenant(text) RETURNS uuid LANGUAGE sql AS 'SELECT gen_random_uuid()'",
                "TRUNCATE pool",
                "DELETE FROM partition",
                "DELETE FROM address",
                "DELETE FROM membership",
                "UPDATE partition_status SET state = 'released'",
                "UPDATE membership_status SET state = 'effective'",
                "UPDATE interface_status SET state = 'in_sync'",
                "UPDATE absence SET closed_at = now()",
                "INSERT INTO interface (tenant_id, membership_id, node_id) SELECT NULL, NULL, NULL",
                "DELETE FROM node_prefix",
                "INSERT INTO address_past (id, tenant_id, partition_id, pool_id, ip, given_at)"
                        + " SELECT gen_random_uuid(), current_tenant(), partition_id, id, '10.77.0.7', now() FROM pool",
                "DELETE FROM address_past",
                "UPDATE audit_event SET outcome = 'success'",
                "DELETE FROM audit_event",
                "TRUNCATE audit_event",
                "SELECT * FROM app_user",
                "SELECT * FROM api_token",
                "SELECT * FROM web_session",
                "SELECT * FROM role_grant",
                "SELECT * FROM enrolment_token",
                "SELECT * FROM node_certificate",
                "SELECT * FROM pkey_slot",
                "SELECT * FROM node_inventory",
                "SELECT * FROM idempotency",
                "SELECT * FROM scheduled_tasks",
                "SELECT document FROM fabric_status",
                "SELECT machine_id FROM node_status",
                "SELECT pkeys FROM port_status",
                "SELECT pkeys FROM port_fabric_view",
                "UPDATE tenant SET name = 'x'",
                "UPDATE tenant SET suspended_at = NULL",
                "UPDATE tenant_quota SET most = 1000000",
                "INSERT INTO tenant_quota (tenant_id, kind, most) VALUES (current_tenant(), 'nodes', 9)",
                "DELETE FROM tenant_quota",
                "UPDATE quota_spare SET free = 1000000",
                "DELETE FROM quota_spare",
                "SELECT set_quota(current_tenant(), 'nodes', 1000000)",
                "SELECT take_quota(current_tenant(), 'nodes', -1000000)",
                "SELECT give_quota(current_tenant(), 'nodes', 1000000)",
                "SELECT finish_tenant(current_tenant())",
                "SELECT pg_advisory_xact_lock(tenant_lock(current_tenant()))",
                "SELECT secret_hash FROM invitation",
                "UPDATE invitation SET accepted_at = now(), accepted_by = 'ada'",
                "UPDATE invitation SET expires_at = now() + interval '1 year'",
                "DELETE FROM invitation",
                "DELETE FROM service_account",
                "UPDATE service_account SET tenant_id = current_tenant()",
                "UPDATE service_account SET login = 'root'",
                "INSERT INTO role_grant (user_id, role) VALUES (gen_random_uuid(), 'operator')",
                "UPDATE fabric SET pkey_first = 1",
                "INSERT INTO node_change (node_id) VALUES (gen_random_uuid())",
                "SELECT close_absences('{1}')",
                "SELECT free_address(gen_random_uuid())",
                "SELECT wake_node(gen_random_uuid())",
                "SELECT wake_fabric(gen_random_uuid())",
                "COPY partition TO PROGRAM 'cat'",
                "SELECT pg_read_file('/etc/passwd')"
            })
    void isRefused(String attack) throws SQLException {
        try (Connection app = database.app(mine)) {
            refused(() -> run(app, attack), NO_RIGHT);
        }
    }

    @Test
    void auditEventsCanBeChangedByNobodyWhoRuns() throws SQLException {
        for (String role : List.of("ibportal_app", "ibportal_fabric", "ibportal_sealer")) {
            try (Connection connection = database.as(role)) {
                refused(() -> run(connection, "UPDATE audit_event SET reason = 'x'"), NO_RIGHT);
                refused(() -> run(connection, "DELETE FROM audit_event"), NO_RIGHT);
            }
        }
    }

    @Test
    void aTemporaryTableCannotStandInForARealOne() throws SQLException {
        try (Connection app = database.app(mine)) {
            run(app, "CREATE TEMPORARY TABLE pkey_slot (fabric_id uuid, pkey integer, state text, partition_id uuid)");
            run(app, "INSERT INTO pkey_slot VALUES (?, 7, 'free', NULL)", fabric);
            app.setAutoCommit(false);
            String key = one(app, "SELECT claim_pkey(?, ?, NULL)", fabric, UUID.randomUUID());
            app.rollback();

            assertThat(key).as("keys 1 and 2 are taken in the real table").isEqualTo("3");
        }
    }

    @Test
    void aTenantSeesOnlyItsOwnKeysNodesAndItself() throws SQLException {
        try (Connection app = database.app(mine)) {
            assertThat(column(app, "SELECT pkey FROM partition")).containsExactly("1");
            assertThat(column(app, "SELECT name FROM tenant")).containsExactly("Aldermoor");
            assertThat(column(app, "SELECT name FROM node")).containsExactly("n101");
        }
        try (Connection other = database.app(UUID.randomUUID())) {
            assertThat(column(other, "SELECT name FROM node")).isEmpty();
            assertThat(column(other, "SELECT guid FROM port")).isEmpty();
        }
    }

    @Test
    void aGrantCannotGoWhileAMembershipUsesIt() throws SQLException {
        try (Connection all = database.fabric()) {
            refused(
                    () -> run(all, "DELETE FROM node_grant WHERE tenant_id = ? AND node_id = ?", theirs, node),
                    "23503");
        }
    }

    private static void refused(ThrowingCallable attack, String state) {
        assertThatThrownBy(attack)
                .isInstanceOfSatisfying(
                        SQLException.class,
                        e -> assertThat(e.getSQLState()).as(e.getMessage()).isEqualTo(state));
    }
}
