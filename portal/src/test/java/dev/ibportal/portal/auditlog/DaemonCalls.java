package dev.ibportal.portal.auditlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.Hca;
import dev.ibportal.agent.v1.InventoryReport;
import dev.ibportal.agent.v1.IpoibMode;
import dev.ibportal.agent.v1.LinkLayer;
import dev.ibportal.agent.v1.Netdev;
import dev.ibportal.agent.v1.Port;
import dev.ibportal.agent.v1.PortState;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.TaskState;
import dev.ibportal.agent.v1.TaskUpdate;
import dev.ibportal.portal.session.NodePlayer;
import dev.ibportal.portal.session.TestDaemon;
import io.restassured.response.Response;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Changes that need a daemon, or hardware that was seen to change. */
abstract class DaemonCalls extends CallSupport {
    private static final String DIGEST = "ab".repeat(32);
    private static final String NEW_GUID = "0x02a1f003000000aa";

    final void daemons(Map<String, Call> calls) {
        calls.put("POST /api/v1/nodes/{id}/declare-dead", () -> {
            String name = name();
            UUID dead = cluster.node(name, fabric, "0x0002c903000000%02x".formatted(++names), tenant);
            world.execute("UPDATE node_status SET state = 'unreachable' WHERE node_id = ?", dead);
            return body(Map.of("confirm", name)).post("/api/v1/nodes/" + dead + "/declare-dead");
        });
        calls.put("POST /api/v1/nodes/{id}/plan/apply", () -> {
            UUID node = planner();
            return body(Map.of("digest", DIGEST)).post("/api/v1/nodes/" + node + "/plan/apply");
        });
        calls.put(
                "POST /api/v1/nodes/{id}/plan/rollback",
                () -> root.api().post("/api/v1/nodes/" + planner() + "/plan/rollback"));
        calls.put("POST /api/v1/nodes/{node}/adoptions", this::adopted);
        calls.put("POST /api/v1/nodes/{node}/replacements", this::replaced);
    }

    /** A node whose daemon does whatever task it gets. */
    private UUID planner() {
        UUID node = node();
        NodePlayer player = new NodePlayer();
        daemon(agents.enrol(node, machine("p" + ++names)))
                .open((stream, message) -> {
                    player.answer(stream, message);
                    if (message.hasTask()) {
                        stream.send(SessionRequest.newBuilder()
                                .setTaskUpdate(TaskUpdate.newBuilder()
                                        .setTaskId(message.getTask().getTaskId())
                                        .setState(TaskState.TASK_STATE_SUCCEEDED)
                                        .setMessage("done")));
                    }
                })
                .hello(TestDaemon.hello(machine("p" + names))
                        .addCapabilities("task.plan")
                        .addCapabilities("journal"))
                .welcome();
        return node;
    }

    private Response adopted() {
        TestDaemon.Stream stream = nodeConnects(node1, "n1", new NodePlayer());
        Netdev byHand = Netdev.newBuilder()
                .setName("ib0.8051")
                .setPortGuid(GUID_1)
                .setParent("ib0")
                .setPkey(0x8051)
                .setMode(IpoibMode.IPOIB_MODE_DATAGRAM)
                .setMtu(2044)
                .addAddresses("10.77.51.20/24")
                .build();
        stream.send(inventory(1, GUID_1, List.of(0x7fff, 0x0051), byHand));
        String path = "/api/v1/nodes/" + node1 + "/adoptions";
        soon().untilAsserted(() ->
                assertThat(root.api().get(path).jsonPath().getList("name")).contains("ib0.8051"));
        return body(Map.of("name", "ib0.8051")).post(path);
    }

    private Response replaced() {
        TestDaemon.Stream stream = nodeConnects(node2, "n2", new NodePlayer());
        stream.send(inventory(1, GUID_2, List.of(0x7fff)));
        soon().untilAsserted(() ->
                assertThat(world.count("port_hardware", "hca_type = 'MT4123'")).isPositive());
        member("n2", "full");
        stream.send(inventory(2, NEW_GUID, List.of(0x7fff)));
        String path = "/api/v1/nodes/" + node2 + "/replacements";
        soon().untilAsserted(() ->
                assertThat(root.api().get(path).jsonPath().getList("to")).contains(NEW_GUID));
        return body(Map.of("from", GUID_2, "to", NEW_GUID)).post(path);
    }

    private static SessionRequest.Builder inventory(
            long sequence, String guid, List<Integer> pkeys, Netdev... netdevs) {
        return SessionRequest.newBuilder()
                .setInventory(InventoryReport.newBuilder()
                        .setSequence(sequence)
                        .setLast(true)
                        .addAllNetdevs(List.of(netdevs))
                        .addHcas(Hca.newBuilder()
                                .setDevice("mlx5_0")
                                .setHcaType("MT4123")
                                .setPciAddress("0000:3b:00.0")
                                .addPorts(Port.newBuilder()
                                        .setNumber(1)
                                        .setGuid(guid)
                                        .setState(PortState.PORT_STATE_ACTIVE)
                                        .setLinkLayer(LinkLayer.LINK_LAYER_INFINIBAND)
                                        .setPkeysKnown(true)
                                        .addAllPkeys(pkeys)
                                        .setNetdev("ib0"))));
    }
}
