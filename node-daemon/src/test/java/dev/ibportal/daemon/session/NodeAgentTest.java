package dev.ibportal.daemon.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ibportal.agent.v1.Goodbye;
import dev.ibportal.agent.v1.GoodbyeReason;
import dev.ibportal.agent.v1.Hello;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InventoryReport;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.NodeStatus;
import dev.ibportal.agent.v1.PingTask;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmRefusalReason;
import dev.ibportal.agent.v1.TaskRequest;
import dev.ibportal.agent.v1.TaskState;
import dev.ibportal.agent.v1.TaskUpdate;
import dev.ibportal.daemon.enrol.Applicant;
import dev.ibportal.daemon.enrol.Enroller;
import dev.ibportal.daemon.enrol.Identity;
import dev.ibportal.daemon.enrol.IdentityStore;
import dev.ibportal.daemon.enrol.PortalChannels;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.HostChanges;
import dev.ibportal.daemon.host.simulated.MemoryFiles;
import dev.ibportal.daemon.journal.ActionJournal;
import dev.ibportal.daemon.state.StateDir;
import dev.ibportal.daemon.testing.FakePortal;
import dev.ibportal.daemon.testing.FakeSession;
import dev.ibportal.daemon.testing.TestCa;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeAgentTest {
    private static final Duration LONGEST_USUAL_WAIT = Duration.ofMillis(200);

    private final FakePortal portal = new FakePortal(new TestCa("portal"));
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    private final PortalChannels channels = new PortalChannels(1);
    private final FakeHost host = new FakeHost();
    private final List<NodeAgent> agents = new ArrayList<>();

    @TempDir
    Path dir;

    private StateDir state;
    private IdentityStore identities;

    @BeforeEach
    void enrol() {
        state = StateDir.open(dir.resolve("state"));
        identities = new IdentityStore(state);
        identities.save(enrolled(1));
    }

    private Identity enrolled(int token) {
        return new Enroller(channels, Clock.systemUTC())
                .enrol(portal.address(), portal.token(token, null), new Applicant("0".repeat(32), "host", "1"));
    }

    @AfterEach
    void close() {
        agents.forEach(agent -> agent.stop().join());
        channels.close();
        portal.close();
        timer.shutdownNow();
        threads.shutdownNow();
    }

    private NodeAgent start() {
        SessionSettings settings = new SessionSettings(
                Duration.ofMillis(100),
                LONGEST_USUAL_WAIT,
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                Duration.ofMillis(50));
        SharedRuntime runtime = new SharedRuntime(threads, timer, Clock.systemUTC(), new Random(7), settings);
        Line line = new Line("host", portal.address(), channels, identities, ConnectionBoard.NONE, Clock.systemUTC());
        NodeAgent agent = new NodeAgent(
                line,
                new NodeAgent.Setup(
                        "1.2.3",
                        "0".repeat(32),
                        new Host(
                                host,
                                unused(dev.ibportal.daemon.host.SysFs.class),
                                unused(dev.ibportal.daemon.host.HostFiles.class),
                                host,
                                Clock.systemUTC()),
                        host,
                        host,
                        SubnetManagerRole.NONE,
                        ActionJournal.open(new MemoryFiles(), Clock.systemUTC()),
                        state),
                runtime);
        agents.add(agent);
        agent.start();
        return agent;
    }

    private static <T> T unused(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            throw new AssertionError(method + " was not to be used");
        }));
    }

    private FakeSession session(int number) {
        await().until(() -> portal.sessions().size() >= number);
        return portal.sessions().get(number - 1);
    }

    private static NodeStatus awaitStatus(FakeSession session, long generation, boolean complete) {
        await().until(() -> !statuses(session, generation, complete).isEmpty());
        return statuses(session, generation, complete).get(0);
    }

    private static List<NodeStatus> statuses(FakeSession session, long generation, boolean complete) {
        return session.received(SessionRequest::hasNodeStatus).stream()
                .map(SessionRequest::getNodeStatus)
                .filter(status -> status.getObservedGeneration() == generation && status.getComplete() == complete)
                .toList();
    }

    private static SessionResponse spec(long generation, String... ids) {
        NodeSpec.Builder spec = NodeSpec.newBuilder().setGeneration(generation);
        for (String id : ids) {
            spec.addInterfaces(InterfaceItem.newBuilder().setInterfaceId(id));
        }
        return SessionResponse.newBuilder().setNodeSpec(spec).build();
    }

    private static SessionResponse ping(String id) {
        return SessionResponse.newBuilder()
                .setTask(TaskRequest.newBuilder()
                        .setTaskId(id)
                        .setPing(PingTask.newBuilder()
                                .setInterfaceName("ib0.8001")
                                .setTarget("10.0.0.2")))
                .build();
    }

    @Test
    void saysHelloFirstThenItsInventory() {
        start();
        FakeSession session = session(1);
        await().until(() -> !session.received(SessionRequest::hasInventory).isEmpty());

        Hello hello = session.received().get(0).getHello();
        assertThat(hello.getMachineId()).isEqualTo("0".repeat(32));
        assertThat(hello.getCapabilitiesList()).contains("ipoib.child", "persist.ifupdown", "task.ping");
        assertThat(hello.hasSpecGeneration()).isFalse();
        assertThat(session.received(SessionRequest::hasInventory).get(0).getInventory())
                .satisfies(report -> assertThat(report.getLast()).isTrue());
    }

    @Test
    void followsASpecAndLaterTellsOnlyWhatChanged() {
        start();
        FakeSession session = session(1);
        session.send(spec(4, "a", "b"));
        assertThat(awaitStatus(session, 4, true).getInterfacesCount()).isEqualTo(2);

        host.states.put("b", InterfaceState.INTERFACE_STATE_FAILED);
        host.changes();

        assertThat(awaitStatus(session, 4, false).getInterfacesList())
                .singleElement()
                .satisfies(item -> assertThat(item.getInterfaceId()).isEqualTo("b"));
    }

    @Test
    void theSameGenerationAgainIsAnsweredWithAllOfIt() {
        start();
        FakeSession session = session(1);
        session.send(spec(4, "a"));
        awaitStatus(session, 4, true);

        session.send(spec(4, "a"));

        await().until(() -> statuses(session, 4, true).size() == 2);
    }

    @Test
    void aRefusedSpecIsSaidSo() {
        start();
        FakeSession session = session(1);
        session.send(spec(4, "a"));
        session.send(spec(3, "a"));

        await().until(() -> !session.received(SessionRequest::hasSpecRefusal).isEmpty());
        assertThat(session.received(SessionRequest::hasSpecRefusal)
                        .get(0)
                        .getSpecRefusal()
                        .getGeneration())
                .isEqualTo(3);
    }

    @Test
    void comesBackAfterThePortalWasAwayAndTellsEverythingAgain() {
        start();
        session(1).send(spec(7, "a"));
        awaitStatus(session(1), 7, true);
        int before = host.passes.get();

        portal.stop();
        host.changes();
        await().until(() -> host.passes.get() > before);
        portal.start();

        FakeSession second = session(2);
        awaitStatus(second, 7, true);
        assertThat(second.received().get(0).getHello().getSpecGeneration()).isEqualTo(7);
        assertThat(second.received(SessionRequest::hasInventory)).isNotEmpty();
    }

    @Test
    void cutsAnInventoryOfMoreThanOneMebibyte() {
        host.netdevs = 60_000;
        start();
        FakeSession session = session(1);
        await().until(() -> session.received(SessionRequest::hasInventory).stream()
                .anyMatch(message -> message.getInventory().getLast()));

        List<InventoryReport> parts = session.received(SessionRequest::hasInventory).stream()
                .map(SessionRequest::getInventory)
                .toList();
        assertThat(parts)
                .hasSizeGreaterThan(1)
                .allSatisfy(part -> assertThat(part.getSerializedSize()).isLessThanOrEqualTo(1 << 20));
        assertThat(parts)
                .extracting(InventoryReport::getSequence)
                .containsOnly(parts.get(0).getSequence());
        assertThat(parts.stream().mapToInt(InventoryReport::getNetdevsCount).sum())
                .isEqualTo(60_000);
        assertThat(parts.stream().filter(InventoryReport::getLast)).hasSize(1);
        assertThat(parts.stream().mapToInt(InventoryReport::getUnreadableCount).sum())
                .isEqualTo(1);
    }

    @Test
    void doesATaskOnceAndAnswersItTwice() {
        host.commandOutput = """
            PING 10.0.0.2 (10.0.0.2) from 10.0.0.1 ib0.8001: 56(84) bytes of data.

            --- 10.0.0.2 ping statistics ---
            3 packets transmitted, 2 received, 33% packet loss, time 2003ms
            rtt min/avg/max/mdev = 0.045/0.061/0.081/0.015 ms
            """;
        start();
        FakeSession session = session(1);
        session.send(ping("task-1"));
        session.send(ping("task-1"));

        await().until(() -> session.received(SessionRequest::hasTaskUpdate).stream()
                        .filter(message -> message.getTaskUpdate().getState() == TaskState.TASK_STATE_SUCCEEDED)
                        .count()
                >= 1);
        session.send(ping("task-1"));
        await().until(() -> session.received(SessionRequest::hasTaskUpdate).size() >= 3);

        assertThat(host.commands).hasSize(1);
        assertThat(host.commands.get(0).argv())
                .containsSequence("-I", "ib0.8001")
                .endsWith("10.0.0.2");
        TaskUpdate last = session.received(SessionRequest::hasTaskUpdate).get(2).getTaskUpdate();
        assertThat(last.getPing().getSent()).isEqualTo(3);
        assertThat(last.getPing().getReceived()).isEqualTo(2);
        assertThat(Times.duration(last.getPing().getRoundTripAverage())).isEqualTo(Duration.ofNanos(61_000));
    }

    @Test
    void aTaskThatWasCutOffByARestartIsNotDoneAgain() {
        new TaskLedger(state).begin("task-2");
        start();
        FakeSession session = session(1);
        session.send(ping("task-2"));

        await().until(() -> !session.received(SessionRequest::hasTaskUpdate).isEmpty());
        TaskUpdate answer =
                session.received(SessionRequest::hasTaskUpdate).get(0).getTaskUpdate();
        assertThat(answer.getState()).isEqualTo(TaskState.TASK_STATE_FAILED);
        assertThat(answer.getMessage()).contains("restarted");
        assertThat(host.commands).isEmpty();
    }

    @Test
    void aRetiredNodeStopsDialling() {
        start();
        session(1).send(goodbye(GoodbyeReason.GOODBYE_REASON_RETIRED));
        await().until(() -> session(1).isEnded());

        await().during(Duration.ofMillis(600)).until(() -> portal.sessions().size() == 1);
    }

    @Test
    void dialsAgainSoonAfterAnOrdinaryGoodbye() {
        start();
        session(1).send(goodbye(GoodbyeReason.GOODBYE_REASON_SHUTDOWN));
        session(2);
    }

    @Test
    void waitsLongerThanUsualWhileAnotherMachineHasItsIdentity() {
        start();
        FakeSession first = session(1);
        long sent = System.nanoTime();
        first.send(goodbye(GoodbyeReason.GOODBYE_REASON_IDENTITY_IN_USE));
        session(2);

        assertThat(Duration.ofNanos(System.nanoTime() - sent)).isGreaterThanOrEqualTo(LONGEST_USUAL_WAIT);
    }

    private static SessionResponse goodbye(GoodbyeReason reason) {
        return SessionResponse.newBuilder()
                .setGoodbye(Goodbye.newBuilder().setReason(reason).setDetail("for a test"))
                .build();
    }

    @Test
    void renewsItsCertificateAtHalfLifeAndGoesOnWithTheNewOne() {
        portal.certificatesLive(Duration.ofSeconds(6));
        Identity old = enrolled(2);
        identities.save(old);
        portal.certificatesLive(Duration.ofDays(7));
        start();

        FakeSession second = session(2);
        await().until(() -> !second.received(SessionRequest::hasInventory).isEmpty());
        assertThat(identities.load().certificate()).isNotEqualTo(old.certificate());
        assertThat(identities.load().key()).isNotEqualTo(old.key());
        assertThat(session(1).isEnded()).isTrue();
    }

    @Test
    void aFreshCertificateIsNotRenewedThoughItBeganLongAgo() {
        portal.certificatesBeganAgo(Duration.ofHours(1));
        portal.certificatesLive(Duration.ofMinutes(5));
        identities.save(enrolled(3));
        start();
        session(1);

        await().during(Duration.ofMillis(500)).until(() -> portal.sessions().size() == 1);
    }

    @Test
    void refusesSubnetManagerDocumentsWithoutASubnetManager() {
        start();
        FakeSession session = session(1);
        session.send(SessionResponse.newBuilder()
                .setSmDocument(SmDocument.newBuilder().setGeneration(3))
                .build());
        await().until(() -> !session.received(SessionRequest::hasSmRefusal).isEmpty());
        assertThat(session.received(SessionRequest::hasSmRefusal)
                        .get(0)
                        .getSmRefusal()
                        .getReason())
                .isEqualTo(SmRefusalReason.SM_REFUSAL_REASON_NOT_CONFIGURED);
    }

    @Test
    void endsInGoodOrder() {
        NodeAgent agent = start();
        FakeSession session = session(1);
        await().until(() -> !session.received(SessionRequest::hasInventory).isEmpty());
        agent.stop().join();
        await().until(session::isEnded);
    }

    @Test
    void aChangeThatTheLastPassHasSeenIsNoReasonForAnother() {
        start();
        FakeSession session = session(1);
        session.send(spec(4, "a"));
        awaitStatus(session, 4, true);
        await().during(Duration.ofMillis(200)).until(() -> true);
        int before = host.passes.get();

        host.changes(HostChanges.Source.FILES);
        host.changes();

        await().until(() -> host.passes.get() > before);
        assertThat(host.passes.get()).isEqualTo(before + 1);
    }
}
