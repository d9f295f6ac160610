package dev.ibportal.daemon.simulate;

import static dev.ibportal.daemon.simulate.SmBench.document;
import static dev.ibportal.daemon.simulate.SmBench.full;
import static dev.ibportal.daemon.simulate.SmBench.limited;
import static dev.ibportal.daemon.simulate.SmBench.sealed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ibportal.agent.v1.AddressItem;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.agent.v1.IpoibMode;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.PingTask;
import dev.ibportal.agent.v1.PresentAddress;
import dev.ibportal.agent.v1.PresentInterface;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.agent.v1.SmMember;
import dev.ibportal.agent.v1.TaskRequest;
import dev.ibportal.daemon.testing.FakePortal;
import dev.ibportal.daemon.testing.FakeSession;
import dev.ibportal.daemon.testing.TestCa;
import dev.ibportal.types.Guid;
import dev.ibportal.types.NodeIdentity.Role;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulationTest {
    private final FakePortal portal = new FakePortal(new TestCa("portal"));

    @TempDir
    Path dir;

    private Simulation simulation;

    @BeforeEach
    void start() throws IOException {
        simulation = simulation(List.of(
                new NodeToken("manager", portal.invite(1, Role.NODE, Role.SUBNET_MANAGER)),
                new NodeToken("host a", portal.invite(2, Role.NODE)),
                new NodeToken("host b", portal.invite(3, Role.NODE))));
    }

    private Simulation simulation(List<NodeToken> tokens) throws IOException {
        return Simulation.start(
                new SimulationSettings(
                        portal.address(),
                        dir.resolve("simulation"),
                        2,
                        tokens,
                        List.of(),
                        OptionalInt.of(0),
                        Duration.ofMillis(100),
                        Duration.ofMillis(5),
                        "test"),
                Clock.systemUTC());
    }

    @AfterEach
    void close() {
        simulation.close();
        portal.close();
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> host(int index) {
        return ((List<Map<String, Object>>) of(simulation.view(), "hosts")).get(index);
    }

    private static Object of(Map<String, Object> map, String key) {
        return Objects.requireNonNull(map.get(key), key);
    }

    private Guid guid(int index) {
        return Guid.parse((String) of(host(index), "port"));
    }

    private FakeSession session(int index) {
        String machine = String.format("%032x", guid(index).value());
        await().until(() -> portal.session(machine).isPresent());
        return portal.session(machine).orElseThrow();
    }

    private void partition(long generation, SmMember... members) {
        FakeSession manager = session(0);
        manager.send(SessionResponse.newBuilder()
                .setSmDocument(sealed(document(generation, members)))
                .build());
        await().until(() -> manager.received(SessionRequest::hasSmReadBack).stream()
                        .flatMap(message -> message.getSmReadBack().getTablesList().stream())
                        .map(table -> table.getPortGuid())
                        .distinct()
                        .count()
                >= members.length);
    }

    private void wish(int index, long generation, String cidr) {
        session(index)
                .send(SessionResponse.newBuilder()
                        .setNodeSpec(NodeSpec.newBuilder()
                                .setGeneration(generation)
                                .addInterfaces(InterfaceItem.newBuilder()
                                        .setInterfaceId("interface-" + index)
                                        .setPresent(PresentInterface.newBuilder()
                                                .setPortGuid(guid(index).toString())
                                                .setPkey(0x8005)
                                                .setMode(IpoibMode.IPOIB_MODE_DATAGRAM)
                                                .addAddresses(AddressItem.newBuilder()
                                                        .setCidr(cidr)
                                                        .setPresent(PresentAddress.getDefaultInstance())))))
                        .build());
    }

    private Optional<InterfaceStatus> newest(int index) {
        return session(index).received(SessionRequest::hasNodeStatus).stream()
                .flatMap(message -> message.getNodeStatus().getInterfacesList().stream())
                .reduce((first, second) -> second);
    }

    private void awaitState(int index, InterfaceState state) {
        await().untilAsserted(() -> assertThat(newest(index))
                .get()
                .satisfies(status ->
                        assertThat(status.getState()).as(status.toString()).isEqualTo(state)));
    }

    private int answered(int index, String target, String id) {
        FakeSession session = session(index);
        session.send(SessionResponse.newBuilder()
                .setTask(TaskRequest.newBuilder()
                        .setTaskId(id)
                        .setPing(PingTask.newBuilder()
                                .setInterfaceName("ib0.8005")
                                .setTarget(target)))
                .build());
        await().until(() -> !updates(session, id).isEmpty());
        return updates(session, id).get(0).getTaskUpdate().getPing().getReceived();
    }

    private static List<SessionRequest> updates(FakeSession session, String id) {
        return session.received(message ->
                message.hasTaskUpdate() && message.getTaskUpdate().getTaskId().equals(id));
    }

    @Test
    void bringsAPartitionFromTheFileToAPing() {
        partition(1, full(guid(1)), limited(guid(2)));
        wish(1, 1, "10.1.0.1/24");
        wish(2, 1, "10.1.0.2/24");
        awaitState(1, InterfaceState.INTERFACE_STATE_IN_SYNC);
        awaitState(2, InterfaceState.INTERFACE_STATE_IN_SYNC);

        assertThat(answered(1, "10.1.0.2", "t1")).isEqualTo(3);
        assertThat(answered(2, "10.1.0.1", "t2")).isEqualTo(3);
        assertThat(answered(1, "10.1.0.9", "t3")).isZero();
    }

    @Test
    void twoLimitedMembersCannotTalk() {
        partition(1, limited(guid(1)), limited(guid(2)));
        wish(1, 1, "10.1.0.1/24");
        wish(2, 1, "10.1.0.2/24");
        awaitState(1, InterfaceState.INTERFACE_STATE_IN_SYNC);
        awaitState(2, InterfaceState.INTERFACE_STATE_IN_SYNC);

        assertThat(answered(1, "10.1.0.2", "t1")).isZero();
        assertThat(answered(1, "10.1.0.1", "t2")).isZero();
    }

    @Test
    void aWithheldKeyKeepsTheInterfaceOutOfSyncUntilItArrives() {
        simulation.fault(FaultKind.KEY_WITHHELD, "host a", true);
        partition(1, full(guid(1)));
        wish(1, 1, "10.1.0.1/24");
        await().until(() -> newest(1).isPresent());
        assertThat(newest(1).orElseThrow().getState()).isNotEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);

        simulation.fault(FaultKind.KEY_WITHHELD, "host a", false);
        awaitState(1, InterfaceState.INTERFACE_STATE_IN_SYNC);
    }

    @Test
    void aPortThatGoesDownIsTold() {
        partition(1, full(guid(1)));
        wish(1, 1, "10.1.0.1/24");
        awaitState(1, InterfaceState.INTERFACE_STATE_IN_SYNC);

        simulation.fault(FaultKind.PORT_DOWN, "host a", true);
        await().until(() -> newest(1).orElseThrow().getState() != InterfaceState.INTERFACE_STATE_IN_SYNC);
        simulation.fault(FaultKind.PORT_DOWN, "host a", false);
        awaitState(1, InterfaceState.INTERFACE_STATE_IN_SYNC);
    }

    @Test
    void keysStayWhileTheSubnetManagerIsDead() {
        partition(1, full(guid(1)));
        simulation.fault(FaultKind.NO_SM, "", true);
        wish(1, 1, "10.1.0.1/24");
        awaitState(1, InterfaceState.INTERFACE_STATE_IN_SYNC);
    }

    @Test
    void goesOnAfterARestartWithoutTokensAndWithoutThePortal() throws IOException {
        partition(1, full(guid(1)));
        wish(1, 1, "10.1.0.1/24");
        awaitState(1, InterfaceState.INTERFACE_STATE_IN_SYNC);
        List<Guid> before = new ArrayList<>(List.of(guid(0), guid(1), guid(2)));

        simulation.close();
        simulation = simulation(List.of());

        assertThat(List.of(guid(0), guid(1), guid(2))).isEqualTo(before);
        await().until(() -> of(host(1), "pkeys").toString().contains("0x8005"));
        awaitState(1, InterfaceState.INTERFACE_STATE_IN_SYNC);
    }

    @Test
    void aHalfOpenLinkIsSilentButNotClosed() {
        FakeSession session = session(1);
        simulation.fault(FaultKind.HALF_OPEN, "host a", true);
        int heard = session.received().size();
        session.send(SessionResponse.newBuilder()
                .setNodeSpec(NodeSpec.newBuilder().setGeneration(9))
                .build());
        await().during(Duration.ofMillis(500)).until(() -> session.received().size() == heard && !session.isEnded());

        simulation.fault(FaultKind.HALF_OPEN, "host a", false);
        await().until(session::isEnded);
        await().until(() -> session(1) != session);
    }

    @Test
    void faultsAreSwitchedByTheControl() throws Exception {
        var client = HttpClient.newHttpClient();
        var uri = URI.create("http://127.0.0.1:" + simulation.controlPort().orElseThrow());
        var put = HttpRequest.newBuilder(uri.resolve("/faults/port-down/host%20a"))
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build();
        assertThat(client.send(put, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(200);
        assertThat(host(1).get("faults")).isEqualTo(List.of("port-down"));
        var unknown = HttpRequest.newBuilder(uri.resolve("/faults/rain/host%20a"))
                .DELETE()
                .build();
        assertThat(client.send(unknown, HttpResponse.BodyHandlers.ofString()).body())
                .contains("key-withheld", "half-open");
    }
}
