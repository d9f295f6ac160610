package dev.ibportal.db;

import static dev.ibportal.db.Database.one;
import static dev.ibportal.db.Database.run;
import static dev.ibportal.db.Database.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What suspending and removing a tenant means to the database, whoever asks it. */
class TenantLifeTest {
    private static final String SUSPENDED = "IB006";
    private static final String REMOVED = "IB007";

    private Database database;
    private Site site;
    private UUID tenant;
    private UUID fabric;
    private UUID node;
    private UUID port;
    private UUID partition;
    private UUID pool;
    private UUID membership;

    @BeforeEach
    void aTenantWithThings() throws SQLException {
        database = Database.fresh();
        site = new Site(database);
        tenant = site.tenant("Aldermoor");
        fabric = site.fabric("blue");
        node = site.node("n1");
        port = site.port(node, fabric);
        site.grant(tenant, node);
        partition = site.partition(tenant, fabric, "p");
        membership = site.membership(tenant, partition, fabric, node, port);
        pool = site.pool(tenant, partition, "10.0.0.0/24", "10.0.0.1", "10.0.0.254");
        site.address(tenant, partition, pool, node, site.interfaceOf(membership));
    }

    private void fabric(String sql, Object... values) throws SQLException {
        try (Connection all = database.fabric()) {
            run(all, sql, values);
        }
    }

    private static void refused(String state, ThrowingCallable work) {
        assertThatThrownBy(work)
                .isInstanceOfSatisfying(
                        SQLException.class,
                        e -> assertThat(e.getSQLState()).as(e.getMessage()).isEqualTo(state));
    }

    @Test
    void aSuspendedTenantGetsNothingNewAndKeepsEverything() throws SQLException {
        fabric("UPDATE tenant SET suspended_at = now() WHERE id = ?", tenant);

        refused(SUSPENDED, () -> site.partition(tenant, fabric, "q"));
        refused(SUSPENDED, () -> site.address(tenant, partition, pool, node, site.interfaceOf(membership)));
        refused(SUSPENDED, () -> site.pool(tenant, partition, "10.1.0.0/24", "10.1.0.1", "10.1.0.2"));
        refused(SUSPENDED, () -> site.grant(tenant, site.node("n2")));
        try (Connection app = database.app(tenant)) {
            refused(SUSPENDED, () -> run(app, "UPDATE membership SET removed_at = now()"));
            refused(SUSPENDED, () -> run(app, "UPDATE partition SET description = 'x'"));
            refused(SUSPENDED, () -> run(app, "DELETE FROM pool"));
            assertThat(one(app, "SELECT count(*) FROM membership WHERE removed_at IS NULL"))
                    .isEqualTo("1");
            assertThat(one(app, "SELECT count(*) FROM address")).isEqualTo("1");
        }
    }

    @Test
    void anotherTenantGoesOn() throws SQLException {
        UUID other = site.tenant("Brackwater");
        fabric("UPDATE tenant SET suspended_at = now() WHERE id = ?", tenant);

        site.partition(other, fabric, "q");
        fabric("UPDATE tenant SET suspended_at = NULL WHERE id = ?", tenant);
        site.partition(tenant, fabric, "q");
    }

    @Test
    void aRemovedTenantIsGoneOnlyWhenItsThingsAreProvenAbsent() throws SQLException {
        fabric("UPDATE tenant SET removed_at = now() WHERE id = ?", tenant);
        refused(REMOVED, () -> site.partition(tenant, fabric, "q"));
        fabric("UPDATE partition SET removed_at = now() WHERE tenant_id = ?", tenant);
        assertThat(finish()).as("the key is still in a port's table").isFalse();

        fabric("UPDATE absence SET fabric_absent_at = now(), node_absent_at = now()");
        fabric("SELECT close_absences(array_agg(id)) FROM absence");
        assertThat(finish()).as("the key is in quarantine").isFalse();
        fabric("UPDATE partition_status SET state = 'released'");

        assertThat(finish()).isTrue();
        try (Connection all = database.fabric()) {
            assertThat(one(all, "SELECT count(*) FROM node_grant WHERE tenant_id = ?", tenant))
                    .isEqualTo("0");
            assertThat(one(all, "SELECT count(*) FROM tenant WHERE gone_at IS NOT NULL"))
                    .isEqualTo("1");
            assertThat(update(all, "INSERT INTO tenant (name, name_key) VALUES ('Aldermoor', 'Aldermoor')"))
                    .as("the name is free again")
                    .isEqualTo(1);
        }
        refused(REMOVED, () -> site.grant(tenant, node));
    }

    private boolean finish() throws SQLException {
        try (Connection all = database.fabric()) {
            return one(all, "SELECT finish_tenant(?)", tenant).equals("t");
        }
    }

    @Test
    void aServiceAccountComesAndGoesWithWhatItMayDo() throws SQLException {
        UUID robot = UUID.randomUUID();
        try (Connection app = database.app(tenant);
                Connection all = database.fabric()) {
            run(
                    app,
                    "INSERT INTO service_account (id, tenant_id, login, name, name_key, role)"
                            + " VALUES (?, ?, 'ci.x', 'CI', 'ci', 'tenant-member')",
                    robot,
                    tenant);
            assertThat(one(all, "SELECT role FROM role_grant WHERE user_id = ?", robot))
                    .isEqualTo("tenant-member");
            run(
                    all,
                    "INSERT INTO api_token (user_id, name, prefix, token_hash) VALUES (?, 't', 'ibs_', sha256('x'))",
                    robot);
            run(app, "UPDATE service_account SET role = 'planner' WHERE id = ?", robot);
            assertThat(one(all, "SELECT role FROM role_grant WHERE user_id = ?", robot))
                    .isEqualTo("planner");

            run(app, "UPDATE service_account SET removed_at = now() WHERE id = ?", robot);

            assertThat(one(all, "SELECT count(*) FROM role_grant WHERE user_id = ?", robot))
                    .isEqualTo("0");
            assertThat(one(all, "SELECT count(*) FROM api_token WHERE revoked_at IS NULL"))
                    .isEqualTo("0");
            assertThat(one(all, "SELECT count(*) FROM app_user WHERE disabled_at IS NOT NULL"))
                    .isEqualTo("1");
        }
    }
}
