package dev.ibportal.portal.session.transport;

import io.netty.channel.Channel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.util.List;

/** Accepts connections past a gate; one that is turned away is closed before it costs anything. */
final class GatedServerChannel extends NioServerSocketChannel {
    private final HandshakeGate gate;

    GatedServerChannel(HandshakeGate gate) {
        this.gate = gate;
    }

    @Override
    protected int doReadMessages(List<Object> accepted) throws Exception {
        int count = super.doReadMessages(accepted);
        if (count == 1 && accepted.get(accepted.size() - 1) instanceof Channel connection && !gate.admit(connection)) {
            accepted.remove(accepted.size() - 1);
            connection.unsafe().closeForcibly();
            return 0;
        }
        return count;
    }
}
