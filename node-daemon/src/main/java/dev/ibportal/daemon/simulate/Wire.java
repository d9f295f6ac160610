package dev.ibportal.daemon.simulate;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The connections of one daemon, which can be made half-open: they stay established, but what is sent is lost and what
 * arrives is not seen.
 */
final class Wire {
    private final Set<Channel> open = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;

    Channel connect() {
        WireChannel channel = new WireChannel();
        open.add(channel);
        channel.closeFuture().addListener(closed -> open.remove(channel));
        channel.config().setAutoRead(!cut);
        return channel;
    }

    void cut(boolean on) {
        // A stream with a gap in it is of no use to TLS, so connections do not heal; they end, as by a time-out.
        open.forEach(channel -> {
            if (on) {
                channel.config().setAutoRead(false);
            } else {
                drop(channel);
            }
        });
        cut = on;
    }

    /** Without the farewells of TLS and HTTP/2, which would wait for an answer. */
    private static void drop(Channel channel) {
        ChannelHandlerContext first = channel.pipeline().firstContext();
        if (first == null) {
            channel.close();
        } else {
            first.close();
        }
    }

    private final class WireChannel extends NioSocketChannel {
        @Override
        protected int doReadBytes(ByteBuf bytes) throws Exception {
            return cut ? 0 : super.doReadBytes(bytes);
        }

        @Override
        protected void doWrite(ChannelOutboundBuffer messages) throws Exception {
            if (!cut) {
                super.doWrite(messages);
                return;
            }
            while (messages.current() != null) {
                messages.remove();
            }
        }
    }
}
