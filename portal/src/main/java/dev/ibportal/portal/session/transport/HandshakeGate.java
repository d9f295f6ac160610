package dev.ibportal.portal.session.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslClosedEngineException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the handshakes under way. When all nodes dial at once, handshakes that progress together pass their time limit
 * together; better to finish a few hundred and turn the rest away at once.
 */
final class HandshakeGate {
    private final int limit;
    private final PeerCheck check;
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();

    HandshakeGate(int limit, PeerCheck check) {
        this.check = check;
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
                tls.handshakeFuture().addListener(done -> {
                    leave();
                    tell(context.channel(), done.cause());
                });
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

        /** Who hangs up or says nothing has tried nothing. */
        private void tell(Channel connection, @Nullable Throwable cause) {
            boolean left = cause instanceof SslClosedEngineException || cause instanceof SslHandshakeTimeoutException;
            if (cause instanceof SSLException && !left) {
                check.turnedAway("", "the TLS handshake failed: " + cause.getMessage(), address(connection));
            }
        }

        private static String address(Channel connection) {
            return connection.remoteAddress() instanceof InetSocketAddress inet && inet.getAddress() != null
                    ? inet.getAddress().getHostAddress()
                    : "";
        }

        private void leave() {
            if (over.compareAndSet(false, true)) {
                underWay.decrementAndGet();
            }
        }
    }
}
