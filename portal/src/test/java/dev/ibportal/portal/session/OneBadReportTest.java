package dev.ibportal.portal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.agent.v1.NodeStatus;
import dev.ibportal.agent.v1.ObservedInterface;
import dev.ibportal.agent.v1.SessionRequest;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What one host says is stored together with what others say, and must not keep that back. */
@QuarkusTest
@SuppressWarnings("NullAway.Init")
class OneBadReportTest extends LineTestBase {
    private final NodePlayer host1 = new NodePlayer();
    private final NodePlayer host2 = new NodePlayer();
    private TestDaemon.Stream stream;
    private TestDaemon.Stream evil;

    @BeforeEach
    void connected() {
        smConnects();
        stream = nodeConnects(node1, "n1", host1);
        evil = nodeConnects(node2, "n2", host2);
    }

    private static SessionRequest.Builder status(String id, InterfaceStatus.Builder said) {
        return SessionRequest.newBuilder()
                .setNodeStatus(NodeStatus.newBuilder()
                        .setObservedGeneration(1000)
                        .setComplete(true)
                        .addInterfaces(said.setInterfaceId(id)));
    }

    @Test
    void aCharacterThatNoTextCanHold() {
        UUID own = member("n1", "full");
        awaitInSync(own);
        String id = world.string("SELECT id FROM interface WHERE membership_id = ?", own);

        stream.send(status(
                UUID.randomUUID().toString(),
                InterfaceStatus.newBuilder()
                        .setState(InterfaceState.INTERFACE_STATE_FAILED)
                        .setMessage("bad\0text")));
        stream.send(status(
                id,
                InterfaceStatus.newBuilder()
                        .setState(InterfaceState.INTERFACE_STATE_FAILED)
                        .setCause("x\0y")
                        .setMessage("bad\0text")
                        .setObserved(
                                ObservedInterface.newBuilder().setName("ib\0").addAddresses("\0"))));

        awaitInSync(member("n2", "full"));
        soon().untilAsserted(() -> assertThat(interfaceText(own, "reason")).isEqualTo("bad\ufffdtext"));
    }

    /** Ledger numbers can be guessed; a proof is the node's whose absence it is, and no other's word takes its place. */
    @Test
    void aProofThatIsAnothersToGive() {
        UUID own = member("n1", "full");
        awaitInSync(own);
        InterfaceStatus.Builder claim = InterfaceStatus.newBuilder().setState(InterfaceState.INTERFACE_STATE_ABSENT);
        for (long ledger = 1; ledger < 500; ledger++) {
            claim.addProvenAbsent(ledger);
        }
        // The bad host says it before and after each word of the good one, until that is written.
        for (int i = 0; i < 20; i++) {
            evil.send(status(UUID.randomUUID().toString(), claim));
        }
        removeMember(own);

        soon().pollInterval(Duration.ofMillis(3)).untilAsserted(() -> {
            evil.send(status(UUID.randomUUID().toString(), claim));
            assertThat(memberState(own)).isEqualTo("absent");
        });
    }
}
