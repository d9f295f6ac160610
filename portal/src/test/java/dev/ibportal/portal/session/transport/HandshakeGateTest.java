package dev.ibportal.portal.session.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandshakeGateTest {
    private final List<String> refused = new ArrayList<>();
    private final HandshakeGate gate = new HandshakeGate(2, new PeerCheck() {
        @Override
        public void admit(Peer peer) {}

        @Override
        public void turnedAway(String node, String reason, String address) {
            refused.add(reason);
        }
    });

    @Test
    void refusesBeyondItsLimitUntilOneIsOver() {
        EmbeddedChannel first = new EmbeddedChannel();
        EmbeddedChannel second = new EmbeddedChannel();
        assertThat(gate.admit(first)).isTrue();
        assertThat(gate.admit(second)).isTrue();

        assertThat(gate.admit(new EmbeddedChannel())).isFalse();
        assertThat(gate.refused()).isOne();

        first.close();
        assertThat(gate.underWay()).isOne();
        assertThat(gate.admit(new EmbeddedChannel())).isTrue();
    }

    @Test
    void aConnectionWithoutTlsDoesNotCountOnceItSpeaks() {
        EmbeddedChannel plain = new EmbeddedChannel();
        gate.admit(plain);

        plain.writeInbound(Unpooled.wrappedBuffer(new byte[] {1}));

        assertThat(gate.underWay()).isZero();
        plain.close();
        assertThat(gate.underWay()).isZero();
        assertThat(refused).isEmpty();
    }
}
