package dev.ibportal.db;

import static dev.ibportal.db.Database.column;
import static dev.ibportal.db.Database.one;
import static dev.ibportal.db.Database.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.testing.Gen;
import dev.ibportal.testing.Property;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code pool_free} holds exactly what is free, whatever was taken and given back before, and joined as far as it goes. */
class PoolFreeTest {
    private static final int SIZE = 24;

    private static Database database;
    private static Site site;
    private static UUID tenant;
    private static UUID partition;
    private static Connection app;

    @BeforeAll
    static void onePartition() throws SQLException {
        database = Database.fresh();
        site = new Site(database);
        tenant = site.tenant("Aldermoor");
        partition = site.partition(tenant, site.fabric("blue"), "blue");
        app = database.app(tenant);
        app.setAutoCommit(false);
    }

    @AfterAll
    static void close() throws SQLException {
        app.close();
    }

    /** Offsets of the pool's addresses are taken or given back. */
    private sealed interface Step {
        record Lowest(int count) implements Step {}

        record Exact(int offset) implements Step {}

        record Back(int offset) implements Step {}
    }

    private static final Gen<Step> STEPS = PoolFreeTest::step;

    private static Step step(RandomGenerator random) {
        return switch (random.nextInt(4)) {
            case 0 -> new Step.Lowest(random.nextInt(1, 6));
            case 1 -> new Step.Exact(random.nextInt(SIZE));
            default -> new Step.Back(random.nextInt(SIZE));
        };
    }

    @ParameterizedTest
    @CsvSource({
        "10.77.1.0/24, 10.77.1.0",
        "0.0.0.0/8, 0.0.0.0",
        "255.255.255.0/24, 255.255.255.232",
        "fd00:77::/64, fd00:77::",
        "::/64, ::",
        "ffff:ffff:ffff:ffff::/64, ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffe8",
        "fd00:78::/32, fd00:78:0:1::"
    })
    void freeSpansAreAlwaysExactlyWhatNobodyHas(String prefix, String lowest) {
        Property.forAll(40, Gen.lists(STEPS, 1, 30), steps -> {
            try {
                replay(prefix, lowest, steps);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static void replay(String prefix, String lowest, List<Step> steps) throws SQLException {
        UUID pool = UUID.randomUUID();
        try {
            make(pool, prefix, lowest);
            NavigableSet<Integer> free = new TreeSet<>();
            for (int i = 0; i < SIZE; i++) {
                free.add(i);
            }
            for (Step step : steps) {
                take(pool, lowest, step, free);
                assertThat(spans(pool, lowest)).as("after %s", step).isEqualTo(joined(free));
            }
            run(app, "SET CONSTRAINTS ALL IMMEDIATE");
        } finally {
            app.rollback();
        }
    }

    private static void make(UUID pool, String prefix, String lowest) throws SQLException {
        run(
                app,
                "INSERT INTO pool (id, tenant_id, partition_id, name, name_key, prefix, capacity)"
                        + " VALUES (?, ?, ?, 'p', 'p', ?::cidr, 1)",
                pool,
                tenant,
                partition,
                prefix);
        run(
                app,
                "INSERT INTO pool_free (pool_id, tenant_id, lo, hi) VALUES (?, ?, ?::inet, ?::inet + ?)",
                pool,
                tenant,
                lowest,
                lowest,
                SIZE - 1);
    }

    private static void take(UUID pool, String lowest, Step step, NavigableSet<Integer> free) throws SQLException {
        if (step instanceof Step.Lowest claim) {
            claimLowest(pool, lowest, claim.count(), free);
        } else if (step instanceof Step.Exact exact) {
            String got = one(app, "SELECT claim_address(?, ?::inet + ?)", pool, lowest, exact.offset());
            assertThat(got).isEqualTo(free.remove(exact.offset()) ? "t" : "f");
        } else if (step instanceof Step.Back back && free.add(back.offset())) {
            run(app, "SELECT give_back_address(?, ?::inet + ?)", pool, lowest, back.offset());
        }
    }

    private static void claimLowest(UUID pool, String lowest, int count, NavigableSet<Integer> free)
            throws SQLException {
        if (free.size() < count) {
            run(app, "SAVEPOINT before_full");
            assertThatThrownBy(() -> run(app, "SELECT claim_addresses(?, ?)", pool, count))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("IB001"));
            run(app, "ROLLBACK TO before_full");
            return;
        }
        List<String> wanted = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            wanted.add(String.valueOf(free.pollFirst()));
        }
        assertThat(column(app, "SELECT a - ?::inet FROM claim_addresses(?, ?) a", lowest, pool, count))
                .isEqualTo(wanted);
    }

    private static List<String> spans(UUID pool, String lowest) throws SQLException {
        return column(
                app,
                "SELECT (lo - ?::inet) || '-' || (hi - ?::inet) FROM pool_free WHERE pool_id = ? ORDER BY lo",
                lowest,
                lowest,
                pool);
    }

    private static List<String> joined(NavigableSet<Integer> free) {
        List<String> spans = new ArrayList<>();
        Integer from = null;
        Integer last = null;
        for (Integer offset : free) {
            if (from == null || last == null || offset != last + 1) {
                if (from != null) {
                    spans.add(from + "-" + last);
                }
                from = offset;
            }
            last = offset;
        }
        if (from != null) {
            spans.add(from + "-" + last);
        }
        return spans;
    }

    @Test
    void aPoolAsLargeAsTheWholeAddressSpaceIsCutToo() throws SQLException {
        UUID pool = UUID.randomUUID();
        try {
            make(pool, "::/0", "::");
            run(app, "UPDATE pool_free SET hi = 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff' WHERE pool_id = ?", pool);
            assertThat(column(app, "SELECT host(claim_addresses(?, 3))", pool)).containsExactly("::", "::1", "::2");
            assertThat(one(app, "SELECT claim_address(?, 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff')", pool))
                    .isEqualTo("t");
            assertThat(column(app, "SELECT host(lo) || ' ' || host(hi) FROM pool_free WHERE pool_id = ?", pool))
                    .containsExactly("::3 ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe");
        } finally {
            app.rollback();
        }
    }

    @Test
    void gatewayExclusionsAndWhatLiesOutsideTheRangesAreNotGivenBack() throws SQLException {
        UUID pool = UUID.randomUUID();
        try {
            make(pool, "10.77.2.0/24", "10.77.2.0");
            run(app, "DELETE FROM pool_free WHERE pool_id = ?", pool);
            run(app, "UPDATE pool SET gateway = '10.77.2.1' WHERE id = ?", pool);
            run(
                    app,
                    "INSERT INTO pool_range (tenant_id, pool_id, span) VALUES (?, ?, '[10.77.2.0,10.77.2.9]')",
                    tenant,
                    pool);
            run(
                    app,
                    "INSERT INTO pool_exclusion (tenant_id, pool_id, span) VALUES (?, ?, '[10.77.2.4,10.77.2.5]')",
                    tenant,
                    pool);
            for (String ip : List.of("10.77.2.1", "10.77.2.4", "10.77.2.5", "10.77.2.10")) {
                run(app, "SELECT give_back_address(?, ?::inet)", pool, ip);
            }
            assertThat(column(app, "SELECT host(lo) FROM pool_free WHERE pool_id = ?", pool))
                    .isEmpty();

            run(app, "SELECT give_back_address(?, '10.77.2.3')", pool);
            assertThat(column(app, "SELECT host(lo) FROM pool_free WHERE pool_id = ?", pool))
                    .containsExactly("10.77.2.3");
        } finally {
            app.rollback();
        }
    }
}
