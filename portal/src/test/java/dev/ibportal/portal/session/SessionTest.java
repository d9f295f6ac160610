package dev.ibportal.portal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.GoodbyeReason;
import dev.ibportal.agent.v1.Heartbeat;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SmReadBack;
import dev.ibportal.portal.platform.pki.CertificateAuthority;
import dev.ibportal.portal.platform.pki.TestAuthority;
import dev.ibportal.portal.platform.pki.TestRequest;
import dev.ibportal.types.NodeIdentity;
import dev.ibportal.types.NodeIdentity.Role;
import io.grpc.Status;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@QuarkusTest
class SessionTest extends LineTestBase {
    @Inject
    CertificateAuthority authority;

    @Inject
    SessionService sessions;

    @Test
    void aNodeThatSaysHelloIsOnline() {
        TestDaemon.Stream stream =
                daemon(agents.enrol(node1, machine("n1"))).open().hello(machine("n1"));

        assertThat(stream.welcome()).satisfies(welcome -> {
            assertThat(welcome.getNodeId()).isEqualTo(node1.toString());
            assertThat(welcome.getHeartbeatInterval().getSeconds()).isEqualTo(20);
            assertThat(welcome.getMaxMessageBytes()).isEqualTo(4 << 20);
        });
        assertThat(sessions.isConnected(node1)).isTrue();
        assertThat(world.string("SELECT state FROM node_status WHERE node_id = ?", node1))
                .isEqualTo("online");
        assertThat(world.string("SELECT facts ->> 'kernel' FROM node_status WHERE node_id = ?", node1))
                .isEqualTo("6.1.0");
    }

    @Test
    void withoutACertificateOnlyEnrolIsOpen() {
        try (TestDaemon stranger = agents.stranger()) {
            TestDaemon.Stream stream = stranger.open().hello(machine("n1"));

            assertThat(stream.end().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
            assertThat(stream.reason()).isEqualTo("certificate.missing");
        }
    }

    @Test
    void aForeignCertificateDoesNotPassTheHandshake(@TempDir Path dir) {
        TestDaemon.Credentials foreign = issued(TestAuthority.in(dir), Duration.ofDays(1));

        assertThat(daemon(foreign).open().hello(machine("n1")).end().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(world.string("SELECT state FROM node_status WHERE node_id = ?", node1))
                .isEqualTo("invited");
    }

    @Test
    void anExpiredCertificateDoesNotPassTheHandshake() {
        TestDaemon.Credentials expired = issued(authority, Duration.ofMinutes(-1));

        assertThat(daemon(expired).open().hello(machine("n1")).end().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    }

    @Test
    void aCertificateThatThisPortalDoesNotKnowIsRefusedByName() {
        TestDaemon.Stream stream =
                daemon(issued(authority, Duration.ofDays(1))).open().hello(machine("n1"));

        assertThat(stream.end().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(stream.reason()).isEqualTo("certificate.unknown");
    }

    private TestDaemon.Credentials issued(CertificateAuthority by, Duration life) {
        TestRequest request = TestRequest.make();
        return new TestDaemon.Credentials(
                node1,
                request.pair().getPrivate(),
                by.issueNode(request.parsed(), new NodeIdentity(node1, Set.of(Role.NODE)), life),
                authority.root());
    }

    @Test
    void theSameMachineTakesOver() {
        TestDaemon.Credentials credentials = agents.enrol(node1, machine("n1"));
        TestDaemon.Stream first = daemon(credentials).open().hello(machine("n1"));
        first.welcome();

        TestDaemon.Stream second = daemon(credentials).open().hello(machine("n1"));

        second.welcome();
        assertThat(first.goodbye().getReason()).isEqualTo(GoodbyeReason.GOODBYE_REASON_REPLACED);
        first.end();
        assertThat(sessions.isConnected(node1)).isTrue();
        assertThat(world.string("SELECT flag FROM node_status WHERE node_id = ?", node1))
                .isEmpty();
    }

    @Test
    void anotherMachineWithTheSameIdentityIsRefusedAndFlagged() {
        TestDaemon.Credentials credentials = agents.enrol(node1, machine("n1"));
        NodePlayer host = new NodePlayer();
        TestDaemon.Stream first = daemon(credentials).open(host::answer).hello(machine("n1"));
        first.welcome();

        for (int i = 0; i < 3; i++) {
            TestDaemon.Stream copy = daemon(credentials).open().hello(machine("copy"));
            assertThat(copy.goodbye()).satisfies(goodbye -> {
                assertThat(goodbye.getReason()).isEqualTo(GoodbyeReason.GOODBYE_REASON_IDENTITY_IN_USE);
                assertThat(goodbye.getDetail()).contains("n1", machine("n1"), machine("copy"));
            });
        }

        assertThat(world.string("SELECT flag FROM node_status WHERE node_id = ?", node1))
                .contains(machine("copy"))
                .contains("127.0.0.1");
        assertThat(world.count("audit_event", "action = 'node.connect' AND outcome = 'denied'"))
                .isOne();
        assertThat(sessions.isConnected(node1)).isTrue();
        first.send(SessionRequest.newBuilder().setHeartbeat(Heartbeat.getDefaultInstance()));
        smConnects();
        awaitInSync(member("n1", "full"));
    }

    @Test
    void aRetiredNodeIsSentAwayAndStaysAway() {
        TestDaemon.Credentials credentials = agents.enrol(node1, machine("n1"));
        TestDaemon.Stream stream = daemon(credentials).open().hello(machine("n1"));
        stream.welcome();

        world.execute("UPDATE node SET retired_at = now() WHERE id = ?", node1);

        assertThat(stream.goodbye().getReason()).isEqualTo(GoodbyeReason.GOODBYE_REASON_RETIRED);
        soon().untilAsserted(() -> assertThat(world.string("SELECT state FROM node_status WHERE node_id = ?", node1))
                .isEqualTo("retired"));
        TestDaemon.Stream again = daemon(credentials).open().hello(machine("n1"));
        assertThat(again.end().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(again.reason()).isEqualTo("node.retired");
    }

    @Test
    void aWithdrawnCertificateEndsItsSession() {
        TestDaemon.Credentials credentials = agents.enrol(node1, machine("n1"));
        TestDaemon.Stream stream = daemon(credentials).open().hello(machine("n1"));
        stream.welcome();

        world.execute("UPDATE node_certificate SET denied_at = now()");

        assertThat(stream.end().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(stream.reason()).isEqualTo("certificate.denied");
    }

    @Test
    void helloComesFirst() {
        TestDaemon.Stream stream = daemon(agents.enrol(node1, machine("n1")))
                .open()
                .send(SessionRequest.newBuilder().setHeartbeat(Heartbeat.getDefaultInstance()));

        assertThat(stream.end().getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
        assertThat(stream.reason()).isEqualTo("session.hello-first");
    }

    @Test
    void onlyTheRoleSpeaksForASubnetManager() {
        TestDaemon.Stream stream =
                daemon(agents.enrol(node1, machine("n1"))).open().hello(machine("n1"));
        stream.welcome();

        stream.send(SessionRequest.newBuilder()
                .setSmReadBack(SmReadBack.newBuilder().setFabricId(fabric.toString())));

        assertThat(stream.end().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(stream.reason()).isEqualTo("session.role");
    }

    @Test
    void aManagerOfAnotherFabricProvesNothing() {
        smConnects();
        UUID member = member("n1", "full");
        soon().untilAsserted(() -> assertThat(memberState(member)).isEqualTo("effective"));
        world.execute("UPDATE fabric SET sm_node_id = NULL WHERE id = ?", fabric);

        soon().untilAsserted(() -> assertThat(world.string("SELECT sm_state || ' ' || reason FROM fabric_status"))
                .isEqualTo("unknown no node is named as the subnet manager's"));
        assertThat(memberState(member)).isEqualTo("effective");
    }
}
