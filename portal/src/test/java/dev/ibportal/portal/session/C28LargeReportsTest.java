package dev.ibportal.portal.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedOutputStream;
import dev.ibportal.agent.v1.InventoryReport;
import dev.ibportal.agent.v1.Netdev;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.SessionRequest;
import io.grpc.Status;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

@QuarkusTest
class C28LargeReportsTest extends LineTestBase {
    private static final int KIB = 1024;

    @Test
    void reportsUpToTheLimitAreStoredWholeAndALargerOneIsRefusedAlone() {
        TestDaemon daemon = daemon(agents.enrol(node1, machine("n1")));
        TestDaemon.Stream stream = daemon.open().hello(machine("n1"));
        long sequence = 0;

        for (int size : List.of(300 * KIB, KIB * KIB, 39 * KIB * KIB / 10)) {
            InventoryReport report = report(++sequence, size);
            assertThat(report.getSerializedSize()).isBetween(size - 200, size);
            stream.send(SessionRequest.newBuilder().setInventory(report));
            assertStored(sequence, report.getNetdevsCount());
        }

        stream.send(SessionRequest.newBuilder().setInventory(report(++sequence, 5 * KIB * KIB)));
        assertThat(stream.end()).satisfies(end -> {
            assertThat(end.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
            assertThat(end.getDescription()).contains("4194304");
        });

        InventoryReport small = report(++sequence, 2 * KIB);
        TestDaemon.Stream next = daemon.open().hello(machine("n1"));
        next.welcome();
        next.send(SessionRequest.newBuilder().setInventory(small));
        assertStored(sequence, small.getNetdevsCount());
    }

    @Test
    void aSpecOfOneMebibyteArrivesWhole() {
        smConnects();
        NodePlayer host = new NodePlayer();
        nodeConnects(node1, "n1", host);
        UUID member = member("n1", "full");
        awaitInSync(member);
        int count = 27_000;
        UUID pool6 = cluster.pool(tenant, partition, "fd00:77:51:1::/64");

        world.execute("""
                INSERT INTO address (tenant_id, partition_id, pool_id, ip, node_id, interface_id)
                SELECT ?, ?, ?, 'fd00:77:51:1:abcd:1234:1000:0'::inet + g, i.node_id, i.id
                FROM interface i, generate_series(1, ?) g WHERE i.membership_id = ?""", tenant, partition, pool6, count, member);

        soon().untilAsserted(() -> assertThat(host.last().getSerializedSize()).isGreaterThan(KIB * KIB));
        NodeSpec spec = host.last();
        assertThat(spec.getInterfaces(0).getPresent().getAddressesCount()).isEqualTo(count + 1);
        soon().untilAsserted(() -> assertThat(interfaceText(member, "cardinality(addresses)::text"))
                .isEqualTo(Integer.toString(count + 1)));
        assertThat(interfaceState(member)).isEqualTo("in_sync");
    }

    private void assertStored(long sequence, int records) {
        soon().untilAsserted(() -> assertThat(
                        world.string("SELECT coalesce(max(sequence), 0) FROM node_inventory WHERE node_id = ?", node1))
                .isEqualTo(Long.toString(sequence)));
        assertThat(world.string(
                        "SELECT netdevs || ' ' || jsonb_array_length(report -> 'netdevs') FROM node_inventory"
                                + " WHERE node_id = ?",
                        node1))
                .isEqualTo(records + " " + records);
    }

    /** As many interface records as fit, padded to within a record of the size. */
    private static InventoryReport report(long sequence, int size) {
        InventoryReport.Builder report =
                InventoryReport.newBuilder().setSequence(sequence).setLast(true);
        for (int i = 0, left = size - 20; left > 0; i++) {
            Netdev record = netdev(i);
            left -= CodedOutputStream.computeMessageSize(InventoryReport.NETDEVS_FIELD_NUMBER, record);
            if (left > 0) {
                report.addNetdevs(record);
            }
        }
        return report.build();
    }

    private static Netdev netdev(int i) {
        return Netdev.newBuilder()
                .setName("ib0.%06x".formatted(i))
                .setPortGuid(GUID_1)
                .setParent("ib0")
                .setPkey(0x8000 + 1 + i % 0x7000)
                .setMtu(2044)
                .setCarrier(true)
                .addAddresses("10.%03d.%03d.%03d/24".formatted(i / 65536 % 256, i / 256 % 256, i % 256))
                .build();
    }
}
