package dev.ibportal.portal.reconcile.sm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.portal.session.live.NodeSession;
import dev.ibportal.portal.session.live.TestSessions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SmDaemonsTest extends SubnetManagerContract {
    private final SmDaemons openSm = new SmDaemons(told, CLOCK);
    private final List<SessionResponse> sent = new ArrayList<>();
    private NodeSession session = TestSessions.subnetManager(TARGET.node(), sent::add);

    @Override
    SubnetManager manager() {
        return openSm;
    }

    @Override
    void appears() {
        openSm.connected(session);
    }

    @Override
    void disappears() {
        openSm.disconnected(session);
    }

    @Override
    void answers(long generation) {
        openSm.readBack(session, readBack(generation), NOW);
    }

    @Override
    void refuses(long generation) {
        openSm.refused(session, refusal(generation), NOW);
    }

    @Test
    void speaksThroughTheSessionOfItsNode() {
        appears();
        openSm.apply(TARGET, document(3));
        openSm.read(TARGET, Set.of(PORT), true);

        assertThat(sent.get(0).getSmDocument()).isEqualTo(document(3));
        assertThat(sent.get(1).getSmRead().getGuidsList()).containsExactly(PORT.toString());
    }

    @Test
    void aSessionThatWasReplacedHasNoSayAnyMore() {
        appears();
        NodeSession old = session;
        session = TestSessions.subnetManager(TARGET.node(), sent::add);
        appears();

        openSm.disconnected(old);
        assertThat(openSm.contact(TARGET)).isInstanceOf(Contact.Present.class);
    }
}
