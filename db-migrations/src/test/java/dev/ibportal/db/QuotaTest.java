package dev.ibportal.db;

import static dev.ibportal.db.Database.column;
import static dev.ibportal.db.Database.one;
import static dev.ibportal.db.Database.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.util.PSQLException;

/** A limit is never passed, whoever comes at the same moment, and what is given back can be had again. */
class QuotaTest {
    private static final int CLIENTS = 16;
    private static final String EXCEEDED = "IB005";

    private Database database;
    private Site site;
    private UUID tenant;
    private UUID fabric;

    @BeforeEach
    void aTenant() throws SQLException {
        database = Database.fresh();
        site = new Site(database);
        tenant = site.tenant("Aldermoor");
        fabric = site.fabric("blue");
    }

    private void limit(String kind, @Nullable Integer most) throws SQLException {
        try (Connection all = database.fabric()) {
            run(all, "SELECT set_quota(?, ?, ?::bigint)", tenant, kind, most);
        }
    }

    private long used(String kind) throws SQLException {
        try (Connection all = database.fabric()) {
            return Long.parseLong(one(all, "SELECT quota_used(?, ?)", tenant, kind));
        }
    }

    private long spare(String kind) throws SQLException {
        try (Connection all = database.fabric()) {
            return Long.parseLong(
                    one(all, "SELECT sum(free) FROM quota_spare WHERE tenant_id = ? AND kind = ?", tenant, kind));
        }
    }

    private static <T> List<T> together(int clients, Callable<T> client) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            List<Callable<T>> all = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                all.add(client);
            }
            List<T> results = new ArrayList<>();
            for (Future<T> result : threads.invokeAll(all, 60, TimeUnit.SECONDS)) {
                results.add(result.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    private static String stateOf(SQLException e) {
        return e.getSQLState();
    }

    @Test
    void sixteenClientsNeverGetMorePartitionsThanAllowed() throws Exception {
        limit("partitions", 40);

        List<List<String>> refusals = together(CLIENTS, () -> {
            List<String> refused = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                try {
                    site.partition(tenant, fabric, UUID.randomUUID().toString());
                } catch (SQLException e) {
                    refused.add(stateOf(e));
                }
            }
            return refused;
        });

        assertThat(used("partitions")).isEqualTo(40);
        assertThat(spare("partitions")).isZero();
        assertThat(refusals.stream().flatMap(List::stream)).hasSize(40).containsOnly(EXCEEDED);
    }

    @Test
    void sixteenClientsThatTakeAndGiveBackNeverHaveMoreAddressesThanAllowed() throws Exception {
        limit("addresses", 200);
        UUID partition = site.partition(tenant, fabric, "p");
        UUID wide = site.pool(tenant, partition, "10.0.0.0/16", "10.0.0.1", "10.0.255.254");
        UUID other = site.pool(tenant, partition, "10.1.0.0/16", "10.1.0.1", "10.1.255.254");

        List<Long> most = together(CLIENTS, () -> {
            Random random = new Random(Thread.currentThread().getId());
            long seen = 0;
            for (int i = 0; i < 15; i++) {
                takeSome(partition, random.nextBoolean() ? wide : other, 1 + random.nextInt(30));
                seen = Math.max(seen, used("addresses"));
                giveSomeBack(random.nextBoolean() ? wide : other, random.nextInt(20));
            }
            return seen;
        });

        assertThat(most).allSatisfy(seen -> assertThat(seen).isBetween(1L, 200L));
        assertThat(used("addresses") + spare("addresses")).isEqualTo(200);
    }

    private void takeSome(UUID partition, UUID pool, int count) throws SQLException {
        try (Connection app = database.app(tenant)) {
            app.setAutoCommit(false);
            try {
                run(
                        app,
                        "INSERT INTO address (tenant_id, partition_id, pool_id, ip)"
                                + " SELECT ?, ?, ?, claim_addresses(?, ?)",
                        tenant,
                        partition,
                        pool,
                        pool,
                        count);
                app.commit();
            } catch (SQLException e) {
                app.rollback();
                assertThat(stateOf(e)).as(e.getMessage()).isEqualTo(EXCEEDED);
            }
        }
    }

    /** The pool first, as the portal does. */
    private void giveSomeBack(UUID pool, int count) throws SQLException {
        try (Connection app = database.app(tenant)) {
            app.setAutoCommit(false);
            run(app, "SELECT FROM pool WHERE id = ? FOR NO KEY UPDATE", pool);
            run(app, """
                    UPDATE address SET removed_at = now()
                    WHERE id IN (SELECT id FROM address WHERE pool_id = ? AND removed_at IS NULL ORDER BY ip LIMIT ?)""", pool, count);
            app.commit();
        }
    }

    @Test
    void oneCallForAllThatIsLeftGetsIt() throws SQLException {
        limit("addresses", 500);
        UUID partition = site.partition(tenant, fabric, "p");
        UUID pool = site.pool(tenant, partition, "10.0.0.0/16", "10.0.0.1", "10.0.255.254");

        takeSome(partition, pool, 450);
        takeSome(partition, pool, 51);
        takeSome(partition, pool, 50);

        assertThat(used("addresses")).isEqualTo(500);
    }

    @Test
    void nodesCountWhenTheyAreGranted() throws SQLException {
        limit("nodes", 1);
        UUID first = site.node("n1");
        UUID second = site.node("n2");
        site.grant(tenant, first);

        assertThatThrownBy(() -> site.grant(tenant, second)).isInstanceOfSatisfying(PSQLException.class, e -> {
            assertThat(e.getSQLState()).isEqualTo(EXCEEDED);
            assertThat(e.getServerErrorMessage()).isNotNull();
            assertThat(e.getServerErrorMessage().getDetail()).isEqualTo("nodes 1 1 1");
        });
        try (Connection all = database.fabric()) {
            run(all, "DELETE FROM node_grant");
        }
        site.grant(tenant, second);
        assertThat(used("nodes")).isEqualTo(1);
    }

    @Test
    void aLimitBelowWhatIsUsedTakesNothingAwayAndGivesNothingMore() throws SQLException {
        UUID partition = site.partition(tenant, fabric, "p");
        UUID pool = site.pool(tenant, partition, "10.0.0.0/24", "10.0.0.1", "10.0.0.254");
        takeSome(partition, pool, 10);
        limit("addresses", 8);

        giveSomeBack(pool, 2);
        takeSome(partition, pool, 1);
        assertThat(used("addresses")).isEqualTo(8);
        giveSomeBack(pool, 1);
        takeSome(partition, pool, 1);
        assertThat(used("addresses")).isEqualTo(8);
        limit("addresses", null);
        takeSome(partition, pool, 100);
        assertThat(used("addresses")).isEqualTo(108);
    }

    /** What was begun before the limit was set is in the count, although it commits later. */
    @Test
    void aLimitWaitsForWhatIsHalfDone() throws Exception {
        try (Connection app = database.app(tenant)) {
            app.setAutoCommit(false);
            Site.partition(app, tenant, fabric, "half done");
            ExecutorService other = Executors.newSingleThreadExecutor();
            try {
                Future<?> setting = other.submit(() -> {
                    limit("partitions", 1);
                    return true;
                });
                awaitWaiting();
                app.commit();
                setting.get(30, TimeUnit.SECONDS);
            } finally {
                other.shutdownNow();
            }
        }
        assertThatThrownBy(() -> site.partition(tenant, fabric, "one more"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(stateOf(e)).isEqualTo(EXCEEDED));
    }

    private void awaitWaiting() throws SQLException {
        try (Connection owner = database.owner()) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (column(owner, "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
                    .isEmpty()) {
                assertThat(System.nanoTime()).as("nobody waits").isLessThan(end);
            }
        }
    }
}
