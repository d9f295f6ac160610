package dev.ibportal.portal.session.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.Goodbye;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.agent.v1.TaskRequest;
import dev.ibportal.portal.session.live.TestSessions.Wire;
import dev.ibportal.portal.session.transport.Refusal;
import io.grpc.Status;
import org.junit.jupiter.api.Test;

class MailboxTest {
    private final Wire wire = new Wire(message -> {}, false);
    private final Mailbox mailbox = new Mailbox(wire);

    @Test
    void ofWholeSpecsOnlyTheNewestWaits() {
        mailbox.offer(spec(1));
        mailbox.offer(task("a"));
        mailbox.offer(spec(2));
        mailbox.offer(task("b"));
        assertThat(wire.sent).isEmpty();

        wire.ready = true;
        mailbox.drain();

        assertThat(wire.sent).containsExactly(task("a"), spec(2), task("b"));
    }

    @Test
    void aDaemonThatDoesNotReadIsNotWaitedForWithoutEnd() {
        for (int i = 0; i < 1000; i++) {
            assertThat(mailbox.offer(task("t" + i))).isTrue();
        }
        assertThat(mailbox.offer(task("one too many"))).isFalse();
    }

    @Test
    void goodbyeIsTheLastWord() {
        mailbox.offer(spec(1));
        mailbox.close(Goodbye.getDefaultInstance());
        mailbox.close(Goodbye.getDefaultInstance());

        assertThat(wire.sent)
                .singleElement()
                .satisfies(message -> assertThat(message.hasGoodbye()).isTrue());
        assertThat(wire.completed).isTrue();
        assertThat(mailbox.offer(spec(2))).isFalse();
    }

    @Test
    void aFaultEndsTheStreamWithItsSlug() {
        mailbox.fail(Refusal.gone("session.silent", "no sign of life"));
        mailbox.complete();

        assertThat(wire.completed).isFalse();
        assertThat(Status.fromThrowable(java.util.Objects.requireNonNull(wire.failed))
                        .getDescription())
                .isEqualTo("no sign of life");
        assertThat(java.util.Objects.requireNonNull(Status.trailersFromThrowable(wire.failed))
                        .get(Refusal.REASON))
                .isEqualTo("session.silent");
    }

    private static SessionResponse spec(long generation) {
        return SessionResponse.newBuilder()
                .setNodeSpec(NodeSpec.newBuilder().setGeneration(generation))
                .build();
    }

    private static SessionResponse task(String id) {
        return SessionResponse.newBuilder()
                .setTask(TaskRequest.newBuilder().setTaskId(id))
                .build();
    }
}
