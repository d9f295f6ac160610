package dev.ibportal.db;

import static dev.ibportal.db.Database.column;
import static dev.ibportal.db.Database.one;
import static dev.ibportal.db.Database.run;
import static dev.ibportal.db.Database.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nothing is free before its absence was proven on both sides. */
class RemovalTest {
    private final Database database = Database.fresh();
    private final Site site = new Site(database);
    private UUID tenant = UUID.randomUUID();
    private UUID fabric = tenant;
    private UUID node = tenant;
    private UUID port = tenant;
    private UUID partition = tenant;
    private UUID pool = tenant;
    private UUID membership = tenant;
    private UUID address = tenant;
    private Connection all;

    RemovalTest() throws SQLException {
        all = database.fabric();
    }

    @BeforeEach
    void oneMemberWithAnAddress() throws SQLException {
        tenant = site.tenant("Aldermoor");
        fabric = site.fabric("blue");
        node = site.node("n101");
        port = site.port(node, fabric);
        site.grant(tenant, node);
        partition = site.partition(tenant, fabric, "blue");
        pool = site.pool(tenant, partition, "10.77.51.0/30", "10.77.51.1", "10.77.51.2");
        membership = site.membership(tenant, partition, fabric, node, port);
        address = site.address(tenant, partition, pool, node, site.interfaceOf(membership));
    }

    @AfterEach
    void close() throws SQLException {
        all.close();
    }

    private void asTenant(String sql, Object... values) throws SQLException {
        try (Connection app = database.app(tenant)) {
            run(app, sql, values);
        }
    }

    @Test
    void aNewMemberHasAStatusAndAnInterfaceAndWakesBothSides() throws SQLException {
        assertThat(one(all, "SELECT state FROM membership_status")).isEqualTo("pending");
        assertThat(one(all, "SELECT state || ' ' || cause FROM interface_status"))
                .isEqualTo("pending ");
        assertThat(column(all, "SELECT DISTINCT fabric_id FROM fabric_change")).containsExactly(fabric.toString());
        assertThat(column(all, "SELECT DISTINCT node_id FROM node_change")).containsExactly(node.toString());
    }

    @Test
    void aRemovedMemberKeepsPortAndAddressUntilBothSidesAreProvenAbsent() throws SQLException {
        asTenant("UPDATE membership SET removed_at = now() WHERE id = ?", membership);

        assertThat(one(all, "SELECT kind FROM absence WHERE closed_at IS NULL")).isEqualTo("membership");
        assertThat(closed()).isZero();
        assertThatThrownBy(() -> site.membership(tenant, partition, fabric, node, port))
                .hasMessageContaining("membership_live_port");

        run(all, "UPDATE absence SET fabric_absent_at = now()");
        assertThat(closed()).isZero();
        assertThat(column(all, "SELECT id FROM address")).hasSize(1);

        run(all, "UPDATE absence SET node_absent_at = now()");
        assertThat(closed()).isEqualTo(1);
        assertThat(column(all, "SELECT id FROM address")).isEmpty();
        assertThat(one(all, "SELECT host(lo) || ' ' || host(hi) FROM pool_free"))
                .isEqualTo("10.77.51.1 10.77.51.2");
        assertThat(column(all, "SELECT 1 FROM node_prefix")).isEmpty();
        assertThat(one(all, "SELECT state FROM membership_status")).isEqualTo("absent");
        assertThat(one(all, "SELECT state FROM interface_status")).isEqualTo("absent");
        assertThat(site.membership(tenant, partition, fabric, node, port)).isNotNull();
    }

    @Test
    void aReleasedAddressKeepsItsPlaceUntilTheNodeWasReadBack() throws SQLException {
        asTenant("UPDATE address SET removed_at = now() WHERE id = ?", address);

        assertThat(one(all, "SELECT kind FROM absence WHERE fabric_absent_at IS NOT NULL AND closed_at IS NULL"))
                .isEqualTo("address");
        assertThat(one(all, "SELECT host(lo) FROM pool_free")).isEqualTo("10.77.51.2");

        run(all, "UPDATE absence SET node_absent_at = now()");
        assertThat(closed()).isEqualTo(1);
        assertThat(one(all, "SELECT host(lo) FROM pool_free")).isEqualTo("10.77.51.1");
        // The interface is still one of that network.
        assertThat(column(all, "SELECT 1 FROM node_prefix")).hasSize(1);
    }

    @Test
    void anAddressThatWasReleasedBeforeItsMemberIsFreedOnce() throws SQLException {
        asTenant("UPDATE address SET removed_at = now() WHERE id = ?", address);
        asTenant("UPDATE membership SET removed_at = now() WHERE id = ?", membership);

        assertThat(column(all, "SELECT kind FROM absence ORDER BY id")).containsExactly("address", "membership");

        run(all, "UPDATE absence SET fabric_absent_at = now(), node_absent_at = now() WHERE kind = 'membership'");
        closed();

        assertThat(column(all, "SELECT kind FROM absence WHERE closed_at IS NULL"))
                .isEmpty();
        assertThat(one(all, "SELECT host(lo) || ' ' || host(hi) FROM pool_free"))
                .isEqualTo("10.77.51.1 10.77.51.2");

        run(all, "UPDATE absence SET node_absent_at = now() WHERE kind = 'address'");
        assertThat(closed()).isZero();
    }

    @Test
    void twoRemovalsOfOneMemberLeaveOneAbsence() throws SQLException {
        asTenant("UPDATE membership SET removed_at = now() WHERE id = ?", membership);
        assertThatThrownBy(() -> asTenant("UPDATE membership SET removed_at = now() WHERE id = ?", membership))
                .hasMessageContaining("does not come back");
        assertThatThrownBy(() -> asTenant("UPDATE membership SET removed_at = NULL WHERE id = ?", membership))
                .hasMessageContaining("does not come back");
        assertThat(column(all, "SELECT 1 FROM absence")).hasSize(1);
    }

    @Test
    void removingMemberThenPartitionThenAgainEachLeaveOneAbsence() throws SQLException {
        asTenant("UPDATE membership SET removed_at = now() WHERE id = ?", membership);
        asTenant("UPDATE partition SET removed_at = now() WHERE id = ?", partition);
        try (Connection app = database.app(tenant)) {
            assertThat(update(
                            app,
                            "UPDATE partition SET removed_at = now() WHERE id = ? AND removed_at IS NULL",
                            partition))
                    .isZero();
        }

        assertThat(column(all, "SELECT 1 FROM absence")).hasSize(1);
        assertThat(one(all, "SELECT state FROM partition_status")).isEqualTo("retiring");
    }

    @Test
    void removingAPartitionRemovesItsMembersAndItTakesNoNewOnes() throws SQLException {
        asTenant("UPDATE partition SET removed_at = now() WHERE id = ?", partition);

        assertThat(one(all, "SELECT state FROM membership_status")).isEqualTo("leaving");
        UUID other = site.node("n102");
        site.grant(tenant, other);
        UUID otherPort = site.port(other, fabric);
        assertThatThrownBy(() -> site.membership(tenant, partition, fabric, other, otherPort))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("IB003"));
    }

    @Test
    void aReservedAddressThatNoHostEverHadIsFreeAtOnce() throws SQLException {
        UUID reserved = UUID.randomUUID();
        try (Connection app = database.app(tenant)) {
            app.setAutoCommit(false);
            String ip = one(app, "SELECT host(claim_addresses(?, 1))", pool);
            run(
                    app,
                    "INSERT INTO address (id, tenant_id, partition_id, pool_id, ip) VALUES (?, ?, ?, ?, ?::inet)",
                    reserved,
                    tenant,
                    partition,
                    pool,
                    ip);
            app.commit();
        }
        assertThat(column(all, "SELECT 1 FROM pool_free")).isEmpty();

        asTenant("UPDATE address SET removed_at = now() WHERE id = ?", reserved);

        assertThat(one(all, "SELECT host(lo) FROM pool_free")).isEqualTo("10.77.51.2");
        assertThat(column(all, "SELECT 1 FROM absence")).isEmpty();
    }

    @Test
    void whatATenantAsksForKeepsItsIdentityForLife() throws SQLException {
        assertThatThrownBy(() -> asTenant("UPDATE partition SET pkey = 77 WHERE id = ?", partition))
                .hasMessageContaining("keeps its tenant, fabric and PKey for life");
        assertThatThrownBy(() -> asTenant("UPDATE membership SET port_id = gen_random_uuid() WHERE id = ?", membership))
                .isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> asTenant("UPDATE address SET ip = '10.77.51.2' WHERE id = ?", address))
                .hasMessageContaining("keeps its value and pool for life");
        assertThatThrownBy(() -> asTenant("UPDATE address SET interface_id = NULL WHERE id = ?", address))
                .hasMessageContaining("is released before another interface gets it");
    }

    private int closed() throws SQLException {
        return Integer.parseInt(one(all, "SELECT close_absences(ARRAY(SELECT id FROM absence))"));
    }
}
