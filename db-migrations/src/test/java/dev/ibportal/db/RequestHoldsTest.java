package dev.ibportal.db;

import static dev.ibportal.db.Database.column;
import static dev.ibportal.db.Database.one;
import static dev.ibportal.db.Database.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a submitted request asks for is nobody else's until it is decided or expires. */
class RequestHoldsTest {
    private final Database database = Database.fresh();
    private final Site site = new Site(database);
    private final UUID planner = UUID.randomUUID();
    private final UUID operator = UUID.randomUUID();
    private UUID mine = UUID.randomUUID();
    private UUID other = UUID.randomUUID();
    private UUID fabric = UUID.randomUUID();

    @BeforeEach
    void twoTenantsAndTwoKeys() throws SQLException {
        mine = site.tenant("Aldermoor");
        other = site.tenant("Birchfield");
        fabric = site.fabric("blue", 5, 6);
        try (Connection all = database.fabric()) {
            for (UUID person : new UUID[] {planner, operator}) {
                run(
                        all,
                        "INSERT INTO app_user (id, login, name, password_hash) VALUES (?, ?, 'x', 'x')",
                        person,
                        person.toString());
            }
            run(all, "INSERT INTO role_grant (user_id, role) VALUES (?, 'operator')", operator);
        }
    }

    @Test
    void aHeldKeyIsGivenToNobodyElse() throws SQLException {
        try (Connection app = database.app(mine)) {
            submitted(app, mine);
        }

        UUID theirs = site.partition(other, fabric, "six");
        try (Connection all = database.fabric()) {
            assertThat(one(all, "SELECT pkey FROM partition WHERE id = ?", theirs))
                    .isEqualTo("6");
        }
        assertState(() -> site.partition(other, fabric, "none"), "IB001");
        try (Connection app = database.app(other)) {
            assertState(() -> run(app, "SELECT claim_pkey(?, ?, 5)", fabric, UUID.randomUUID()), "IB002");
        }
    }

    @Test
    void aWithdrawnRequestHoldsNothing() throws SQLException {
        try (Connection app = database.app(mine)) {
            UUID request = submitted(app, mine);
            move(app, request, "withdrawn");
        }

        try (Connection all = database.fabric()) {
            assertThat(column(all, "SELECT pkey FROM pkey_slot WHERE state <> 'free'"))
                    .isEmpty();
            assertThat(column(all, "SELECT kind FROM request_hold")).isEmpty();
        }
    }

    @Test
    void quotaIsHeldTooAndComesBack() throws SQLException {
        try (Connection all = database.fabric()) {
            run(all, "SELECT set_quota(?, 'partitions', 1)", mine);
        }
        try (Connection app = database.app(mine)) {
            UUID first = submitted(app, mine);
            UUID second = draft(app, mine);
            assertState(() -> move(app, second, "submitted"), "IB005");
            assertState(() -> site.partition(mine, fabric, "past it"), "IB005");

            move(app, first, "withdrawn");
            move(app, second, "submitted");
            assertThat(one(app, "SELECT pkey FROM request WHERE id = ?", second))
                    .isEqualTo("5");
        }
    }

    @Test
    void aLimitSetMeanwhileCountsWhatIsHeld() throws SQLException {
        try (Connection app = database.app(mine)) {
            submitted(app, mine);
        }
        try (Connection all = database.fabric()) {
            run(all, "SELECT set_quota(?, 'partitions', 1)", mine);
        }
        assertState(() -> site.partition(mine, fabric, "past it"), "IB005");
    }

    @Test
    void nobodyDecidesTheirOwnAndNoneIsApprovedWithoutAVote() throws SQLException {
        try (Connection app = database.app(mine)) {
            UUID request = submitted(app, mine);
            assertState(() -> move(app, request, "approved"), "IB014");
            assertState(() -> vote(app, request, planner), "IB015");
            vote(app, request, operator);
            move(app, request, "approved");
            assertState(() -> move(app, request, "ready"), "IB013");
        }
    }

    @Test
    void whatWasSubmittedStaysAsItIs() throws SQLException {
        try (Connection app = database.app(mine)) {
            UUID request = submitted(app, mine);
            for (String change :
                    new String[] {"pkey = 6", "addresses = 9", "approvals = 0", "held_until = NULL", "asked = '[]'"}) {
                assertState(() -> run(app, "UPDATE request SET " + change + " WHERE id = ?", request), "IB013");
            }
        }
    }

    @Test
    void whatIsHeldIsGivenUpOnlyForThePartitionThatWasAskedFor() throws SQLException {
        try (Connection app = database.app(mine)) {
            UUID request = submitted(app, mine);
            vote(app, request, operator);
            move(app, request, "approved");
            assertState(() -> move(app, request, "provisioning"), "IB013");
            assertThat(one(app, "SELECT state FROM request WHERE id = ?", request))
                    .isEqualTo("approved");

            app.setAutoCommit(false);
            move(app, request, "provisioning");
            UUID made = Site.partition(app, mine, fabric, "as asked");
            run(app, "UPDATE request SET partition_id = ? WHERE id = ?", made, request);
            app.commit();
            assertThat(one(app, "SELECT pkey FROM partition WHERE id = ?", made))
                    .isEqualTo("5");
        }
    }

    @Test
    void heldAddressesAreReservationsAllOrNone() throws SQLException {
        UUID partition = site.partition(mine, fabric, "five");
        UUID pool = site.pool(mine, partition, "10.77.0.0/24", "10.77.0.1", "10.77.0.3");
        try (Connection app = database.app(mine)) {
            UUID first = addresses(app, pool, 2);
            move(app, first, "submitted");
            UUID second = addresses(app, pool, 2);
            assertState(() -> move(app, second, "submitted"), "IB001");
            assertThat(column(app, "SELECT host(ip) FROM address WHERE request_id IS NOT NULL ORDER BY ip"))
                    .containsExactly("10.77.0.1", "10.77.0.2");

            move(app, first, "withdrawn");
            assertThat(column(app, "SELECT host(lo) || ' - ' || host(hi) FROM pool_free"))
                    .containsExactly("10.77.0.1 - 10.77.0.3");
        }
    }

    @Test
    void aTenantThatIsRemovedWaitsForNothing() throws SQLException {
        try (Connection app = database.app(mine)) {
            submitted(app, mine);
        }
        try (Connection all = database.fabric()) {
            run(all, "UPDATE tenant SET removed_at = now() WHERE id = ?", mine);
            assertThat(column(all, "SELECT state FROM request")).containsExactly("withdrawn");
            assertThat(column(all, "SELECT pkey FROM pkey_slot WHERE state = 'held'"))
                    .isEmpty();
        }
    }

    @Test
    void aFabricThatIsRemovedIsAskedForNothingAndNoRequestKeepsIt() throws SQLException {
        UUID over;
        UUID open;
        try (Connection app = database.app(mine)) {
            over = submitted(app, mine);
            move(app, over, "withdrawn");
            open = submitted(app, mine);
            assertState(() -> run(app, "UPDATE request SET fabric_id = NULL WHERE id = ?", over), "IB013");
        }
        try (Connection all = database.fabric()) {
            run(all, "DELETE FROM pkey_slot WHERE fabric_id = ?", fabric);
            run(all, "DELETE FROM fabric WHERE id = ?", fabric);

            assertThat(one(all, "SELECT state || ': ' || why FROM request WHERE id = ?", open))
                    .isEqualTo("withdrawn: the fabric was removed");
            assertThat(column(all, "SELECT id FROM request WHERE fabric_id IS NULL"))
                    .containsExactlyInAnyOrder(over.toString(), open.toString());
            assertThat(column(all, "SELECT kind FROM request_hold")).isEmpty();
        }
    }

    @Test
    void aPoolThatIsRemovedIsAskedForNothing() throws SQLException {
        UUID partition = site.partition(mine, fabric, "five");
        UUID pool = site.pool(mine, partition, "10.77.0.0/24", "10.77.0.1", "10.77.0.3");
        try (Connection app = database.app(mine)) {
            UUID draft = addresses(app, pool, 2);
            run(app, "DELETE FROM pool WHERE id = ?", pool);

            assertThat(one(app, "SELECT state || ': ' || why FROM request WHERE id = ?", draft))
                    .isEqualTo("withdrawn: the pool was removed");
        }
    }

    @Test
    void noneIsApprovedOfWhichLessIsHeldThanWasAskedFor() throws SQLException {
        UUID partition = site.partition(mine, fabric, "five");
        UUID pool = site.pool(mine, partition, "10.77.0.0/24", "10.77.0.1", "10.77.0.3");
        try (Connection app = database.app(mine)) {
            UUID request = addresses(app, pool, 2);
            move(app, request, "submitted");
            vote(app, request, operator);
            run(app, "UPDATE address SET removed_at = now() WHERE ip = '10.77.0.2'");

            assertState(() -> move(app, request, "approved"), "IB016");
        }
    }

    @Test
    void nothingIsDeniedByNobody() throws SQLException {
        try (Connection app = database.app(mine)) {
            UUID request = submitted(app, mine);
            assertState(() -> move(app, request, "denied"), "IB014");
        }
    }

    @Test
    void aPartitionThatIsRemovedIsNotOnItsWayToBeReady() throws SQLException {
        try (Connection app = database.app(mine)) {
            UUID request = submitted(app, mine);
            vote(app, request, operator);
            move(app, request, "approved");
            app.setAutoCommit(false);
            move(app, request, "provisioning");
            UUID made = Site.partition(app, mine, fabric, "as asked");
            run(app, "UPDATE request SET partition_id = ? WHERE id = ?", made, request);
            app.commit();

            run(app, "UPDATE partition SET removed_at = now() WHERE id = ?", made);
            app.commit();
            assertThat(one(app, "SELECT state || ': ' || why FROM request WHERE id = ?", request))
                    .isEqualTo("failed: the partition was removed");
        }
    }

    private UUID submitted(Connection app, UUID tenant) throws SQLException {
        UUID id = draft(app, tenant);
        move(app, id, "submitted");
        return id;
    }

    private UUID draft(Connection app, UUID tenant) throws SQLException {
        UUID id = UUID.randomUUID();
        run(
                app,
                "INSERT INTO request (id, tenant_id, fabric_id, kind, title, asked, requested_by, requested_name)"
                        + " VALUES (?, ?, ?, 'partition', 'training', '{}', ?, 'pia')",
                id,
                tenant,
                fabric,
                planner);
        return id;
    }

    private UUID addresses(Connection app, UUID pool, int count) throws SQLException {
        UUID id = UUID.randomUUID();
        run(
                app,
                "INSERT INTO request (id, tenant_id, kind, title, asked, addresses, pool_id, requested_by, requested_name)"
                        + " VALUES (?, ?, 'addresses', 'more', '{}', ?, ?, ?, 'pia')",
                id,
                mine,
                count,
                pool,
                planner);
        return id;
    }

    private void vote(Connection app, UUID request, UUID voter) throws SQLException {
        run(
                app,
                "INSERT INTO request_vote (request_id, tenant_id, voter, voter_name, verdict, digest)"
                        + " VALUES (?, ?, ?, 'x', 'approve', 'seen')",
                request,
                mine,
                voter);
    }

    private static void move(Connection app, UUID request, String state) throws SQLException {
        run(app, "UPDATE request SET state = ? WHERE id = ?", state, request);
    }

    private static void assertState(ThrowingCallable call, String state) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
    }
}
