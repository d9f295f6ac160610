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
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClaimPKeyTest {
    private static final int AT_ONCE = 16;

    private final Database database = Database.fresh();
    private final Site site = new Site(database);
    private UUID tenant = UUID.randomUUID();

    @BeforeEach
    void oneTenant() throws SQLException {
        tenant = site.tenant("Aldermoor");
    }

    @Test
    void sixteenAtOnceGetTheSixteenLowest() throws Exception {
        UUID fabric = site.fabric("blue");
        for (int round = 0; round < 10; round++) {
            List<Integer> got = atOnce(AT_ONCE, fabric);

            int first = round * AT_ONCE + 1;
            assertThat(got)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(first, first + AT_ONCE).boxed().toList());
        }
    }

    @Test
    void whoComesTooLateIsToldSoAndNoKeyIsLostOrGivenTwice() throws Exception {
        UUID fabric = site.fabric("small", 100, 109);

        List<Integer> got = atOnce(AT_ONCE, fabric);

        assertThat(got.stream().filter(key -> key > 0))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(100, 109).boxed().toList());
        assertThat(got.stream().filter(key -> key < 0)).hasSize(6);
    }

    @Test
    void aClaimThatIsRolledBackFreesTheKeyForTheOneWhoWaits() throws Exception {
        UUID fabric = site.fabric("single", 5, 5);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (Connection first = database.app(tenant)) {
            first.setAutoCommit(false);
            assertThat(one(first, "SELECT claim_pkey(?, ?, NULL)", fabric, UUID.randomUUID()))
                    .isEqualTo("5");

            Future<Integer> second = pool.submit(() -> claim(fabric, "waiting"));
            waitUntilSomebodyWaits();
            first.rollback();

            assertThat(second.get()).isEqualTo(5);
        } finally {
            pool.shutdownNow();
        }
    }

    private void waitUntilSomebodyWaits() throws SQLException {
        try (Connection look = database.owner()) {
            for (int tries = 0; tries < 2_000; tries++) {
                run(look, "SELECT pg_sleep(0.005)");
                if (!column(look, "SELECT pid FROM pg_locks WHERE NOT granted").isEmpty()) {
                    return;
                }
            }
        }
        throw new AssertionError("nobody waited for the locked key");
    }

    @Test
    void aWantedKeyIsTakenOrNotAvailable() throws SQLException {
        UUID fabric = site.fabric("blue");
        try (Connection app = database.app(tenant)) {
            UUID partition = UUID.randomUUID();
            app.setAutoCommit(false);
            assertThat(one(app, "SELECT claim_pkey(?, ?, 33)", fabric, partition))
                    .isEqualTo("33");
            run(
                    app,
                    "INSERT INTO partition (id, tenant_id, fabric_id, pkey, name, name_key) VALUES (?, ?, ?, 33, 'x', 'x')",
                    partition,
                    tenant,
                    fabric);
            app.commit();
            app.setAutoCommit(true);
            assertState(() -> run(app, "SELECT claim_pkey(?, ?, 33)", fabric, UUID.randomUUID()), "IB002");
            assertState(() -> run(app, "SELECT claim_pkey(?, ?, 32767)", fabric, UUID.randomUUID()), "IB002");
        }
    }

    @Test
    void nobodyClaimsForAnotherTenantOrForNothing() throws SQLException {
        UUID fabric = site.fabric("blue");
        UUID other = site.tenant("other");
        UUID theirs = site.partition(other, fabric, "theirs");
        try (Connection app = database.app(tenant)) {
            assertState(() -> run(app, "SELECT claim_pkey(?, ?, NULL)", fabric, theirs), "IB002");
            assertState(() -> run(app, "SELECT claim_pkey(?, ?, NULL)", fabric, UUID.randomUUID()), "IB002");
        }
        try (Connection nobody = database.as("ibportal_app")) {
            assertState(() -> run(nobody, "SELECT claim_pkey(?, ?, NULL)", fabric, UUID.randomUUID()), "IB002");
        }
        try (Connection owner = database.owner()) {
            assertThat(one(owner, "SELECT count(*) FROM pkey_slot WHERE state = 'taken'"))
                    .isEqualTo("1");
        }
    }

    @Test
    void aPartitionNeedsAClaimOfItsOwn() throws SQLException {
        UUID fabric = site.fabric("blue");
        try (Connection app = database.app(tenant)) {
            app.setAutoCommit(false);
            run(app, "SELECT claim_pkey(?, ?, 9)", fabric, UUID.randomUUID());
            assertState(
                    () -> run(
                            app,
                            "INSERT INTO partition (tenant_id, fabric_id, pkey, name, name_key) VALUES (?, ?, 9, 'x', 'x')",
                            tenant,
                            fabric),
                    "IB002");
            app.rollback();
        }
    }

    private List<Integer> atOnce(int count, UUID fabric) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(count);
        try {
            CyclicBarrier start = new CyclicBarrier(count);
            List<Callable<Integer>> clients = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String name = "p" + i + UUID.randomUUID();
                clients.add(() -> {
                    start.await();
                    return claim(fabric, name);
                });
            }
            List<Integer> got = new ArrayList<>();
            for (Future<Integer> client : pool.invokeAll(clients)) {
                got.add(client.get());
            }
            return got;
        } finally {
            pool.shutdownNow();
        }
    }

    /** The key of a new partition, or -1 when none was free. */
    private int claim(UUID fabric, String name) throws SQLException {
        try (Connection app = database.app(tenant)) {
            app.setAutoCommit(false);
            UUID id = Site.partition(app, tenant, fabric, name);
            int key = Integer.parseInt(one(app, "SELECT pkey FROM partition WHERE id = ?", id));
            app.commit();
            return key;
        } catch (SQLException e) {
            assertThat(e.getSQLState()).as(e.getMessage()).isEqualTo("IB001");
            return -1;
        }
    }

    private static void assertState(ThrowingCallable call, String state) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
    }
}
