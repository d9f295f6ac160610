package dev.ibportal.portal.session.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bounds the handshakes under way. When all nodes dial at once, handshakes that progress together pass their time limit
 * together; better to finish a few hundred and turn the rest away at once.
 */
final class HandshakeGate {
    private final int limit;
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();

    HandshakeGate(int limit) {
        this.limit = limit;
    }

    /** Whether the connection may go on; it is watched from here until its handshake is over. */
    boolean admit(Channel connection) {
        if (underWay.incrementAndGet() > limit) {
            underWay.decrementAndGet();
            refused.incrementAndGet();
            return false;
        }
        connection.pipeline().addFirst(new Watch());
        return true;
    }

    int underWay() {
        return underWay.get();
    }

    int refused() {
        return refused.get();
    }

    /** Leaves the pipeline with the first bytes, when the TLS handler is there to be watched instead. */
    private final class Watch extends ChannelInboundHandlerAdapter {
        private final AtomicBoolean over = new AtomicBoolean();

        @Override
        public void channelRead(ChannelHandlerContext context, Object bytes) {
            SslHandler tls = context.pipeline().get(SslHandler.class);
            if (tls == null) {
                leave();
            } else {
                tls.handshakeFuture().addListener(done -> leave());
            }
            context.fireChannelRead(bytes);
            if (!context.isRemoved()) {
                context.pipeline().remove(this);
            }
            context.channel().closeFuture().addListener(closed -> leave());
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            leave();
            context.fireChannelInactive();
        }

        private void leave() {
            if (over.compareAndSet(false, true)) {
                underWay.decrementAndGet();
            }
        }
    }
}
