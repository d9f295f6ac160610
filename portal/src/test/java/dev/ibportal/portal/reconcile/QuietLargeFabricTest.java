package dev.ibportal.portal.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import dev.ibportal.portal.session.LineTestBase;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Test;

/** 10,000 ports in 1,000 partitions, and nothing to do. */
@QuarkusTest
class QuietLargeFabricTest extends LineTestBase {
    private static final Logger LOG = Logger.getLogger(QuietLargeFabricTest.class);
    private static final int ROUNDS = 5;
    private static final double MOST_SECONDS = 2;
    private static final double MOST_MEGABYTES = 200;

    @Inject
    FabricJob job;

    private void fill() {
        world.execute("INSERT INTO node (name, name_key) SELECT 'q' || g, 'q' || g FROM generate_series(1, 100) g");
        world.execute(
                "INSERT INTO node_grant (tenant_id, node_id) SELECT ?, id FROM node WHERE name LIKE 'q%'", tenant);
        world.execute(
                "INSERT INTO port (node_id, fabric_id, guid, registered_by)"
                        + " SELECT n.id, ?, '0x00aa' || lpad(to_hex(substr(n.name, 2)::integer * 1000 + g), 12, '0'), 'person'"
                        + " FROM node n, generate_series(1, 100) g WHERE n.name LIKE 'q%'",
                fabric);
        // Both in one go: a key is taken for a partition that is there when the transaction ends.
        world.execute(
                "UPDATE pkey_slot SET state = 'taken', partition_id = " + id("pkey - 1000")
                        + ", since = now() WHERE pkey BETWEEN 1000 AND 1999;"
                        + " INSERT INTO partition (id, tenant_id, fabric_id, pkey, name, name_key) SELECT " + id("g")
                        + ", ?, ?, g + 1000, 'q' || g, 'q' || g FROM generate_series(0, 999) g",
                tenant,
                fabric);
        world.execute(
                "INSERT INTO membership (tenant_id, partition_id, fabric_id, node_id, port_id, membership)"
                        + " SELECT ?, " + id("o.nr % 1000") + ", o.fabric_id, o.node_id, o.id, 'full' FROM (SELECT p.*,"
                        + " row_number() OVER (ORDER BY p.guid) AS nr FROM port p WHERE p.guid LIKE '0x00aa%') o",
                tenant);
    }

    private static String id(String number) {
        return "('00000000-0000-0000-0000-' || lpad((" + number + ")::text, 12, '0'))::uuid";
    }

    @Test
    void aQuietRoundIsCheapAndTellsTheSubnetManagerNothing() {
        smConnects();
        fill();
        world.execute("UPDATE fabric SET version = version + 1");
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(world.count("membership_status", "state <> 'effective'"))
                        .isZero());
        assertThat(world.count("membership_status", "true")).isEqualTo(10_000);
        int told = sm.documents().size();
        String generation = world.string("SELECT generation FROM fabric_status");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = Thread.currentThread().getId();
        List<Double> seconds = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            long cpu = threads.getCurrentThreadCpuTime();
            long bytes = threads.getThreadAllocatedBytes(self);
            job.run(fabric);
            double spent = (threads.getCurrentThreadCpuTime() - cpu) / 1e9;
            double megabytes = (threads.getThreadAllocatedBytes(self) - bytes) / 1e6;
            LOG.infof(
                    "quiet round over 10,000 ports in 1,000 partitions: %.3f s of CPU, %.1f MB made", spent, megabytes);
            seconds.add(spent);
            assertThat(megabytes).isLessThanOrEqualTo(MOST_MEGABYTES);
        }

        assertThat(seconds).allMatch(each -> each <= MOST_SECONDS);
        assertThat(sm.documents()).hasSize(told);
        assertThat(world.string("SELECT generation FROM fabric_status")).isEqualTo(generation);
    }
}
