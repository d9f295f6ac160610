package dev.ibportal.portal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ibportal.portal.testing.Cluster;
import dev.ibportal.portal.testing.World;
import dev.ibportal.portal.testing.World.Person;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A fabric with a subnet manager's node and two others, a tenant with a partition and a pool; daemons by the test. */
@SuppressWarnings("NullAway.Init")
public abstract class LineTestBase {
    public static final String GUID_1 = "0x02a1f00300000051";
    public static final String GUID_2 = "0x02a1f00300000052";

    @Inject
    public World world;

    @Inject
    public Agents agents;

    public Person operator;
    public Cluster cluster;
    public UUID tenant;
    public UUID fabric;
    public UUID smNode;
    public UUID node1;
    public UUID node2;
    public UUID partition;
    public UUID pool;

    public final SmPlayer sm = new SmPlayer();
    private final List<TestDaemon> daemons = new ArrayList<>();

    @BeforeEach
    void aFabricWithNodes() {
        world.reset();
        operator = world.operator("root");
        cluster = new Cluster(operator);
        tenant = world.tenant("Aldermoor");
        smNode = agents.node("sm", "subnet-manager");
        fabric = cluster.fabric("ib");
        world.execute("UPDATE fabric SET sm_node_id = ? WHERE id = ?", smNode, fabric);
        node1 = cluster.node("n1", fabric, GUID_1, tenant);
        node2 = cluster.node("n2", fabric, GUID_2, tenant);
        partition = cluster.partition(tenant, fabric, "storage", "0x8051");
        pool = cluster.pool(tenant, partition, "10.77.51.0/24");
    }

    @AfterEach
    void hangUp() {
        daemons.forEach(TestDaemon::close);
    }

    public TestDaemon daemon(TestDaemon.Credentials credentials) {
        TestDaemon daemon = agents.daemon(credentials);
        daemons.add(daemon);
        return daemon;
    }

    public static String machine(String name) {
        return "%32s".formatted(name).replace(' ', '0');
    }

    public TestDaemon.Stream smConnects() {
        TestDaemon.Stream stream =
                daemon(agents.enrol(smNode, machine("sm"))).open(sm::answer).hello(machine("sm"));
        stream.welcome();
        return stream;
    }

    public TestDaemon.Stream nodeConnects(UUID node, String name, NodePlayer player) {
        TestDaemon.Stream stream =
                daemon(agents.enrol(node, machine(name))).open(player::answer).hello(machine(name));
        stream.welcome();
        return stream;
    }

    public UUID member(String node, String membership) {
        String id = cluster.member(partition, Map.of("node", node, "membership", membership))
                .statusCode(201)
                .extract()
                .path("id");
        return UUID.fromString(id);
    }

    public void removeMember(UUID member) {
        operator.api()
                .delete("/api/v1/partitions/{p}/members/{m}", partition, member)
                .then()
                .statusCode(202);
    }

    public String memberState(UUID member) {
        return world.string("SELECT state FROM membership_status WHERE membership_id = ?", member);
    }

    public String memberReason(UUID member) {
        return world.string("SELECT reason FROM membership_status WHERE membership_id = ?", member);
    }

    public String interfaceState(UUID member) {
        return world.string(
                "SELECT s.state FROM interface_status s JOIN interface i ON i.id = s.interface_id"
                        + " WHERE i.membership_id = ?",
                member);
    }

    public String interfaceText(UUID member, String column) {
        return world.string(
                "SELECT " + column + " FROM interface_status s JOIN interface i ON i.id = s.interface_id"
                        + " WHERE i.membership_id = ?",
                member);
    }

    public String partitionState() {
        return world.string("SELECT state FROM partition_status WHERE partition_id = ?", partition);
    }

    public String partitionReason() {
        return world.string("SELECT reason FROM partition_status WHERE partition_id = ?", partition);
    }

    public static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(10)).pollInterval(Duration.ofMillis(20));
    }

    public void awaitInSync(UUID member) {
        soon().untilAsserted(() -> assertThat(interfaceState(member)).isEqualTo("in_sync"));
    }
}
