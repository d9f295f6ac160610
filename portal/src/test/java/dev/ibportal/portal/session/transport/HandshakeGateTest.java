package dev.ibportal.portal.session.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

class HandshakeGateTest {
    private final HandshakeGate gate = new HandshakeGate(2);

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
    }
}
