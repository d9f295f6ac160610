package dev.ibportal.daemon.enrol;

import dev.ibportal.types.EnrolmentToken;
import dev.ibportal.types.NodeIdentity;
import io.grpc.ManagedChannel;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;

/** Opens TLS 1.3 channels to the portal; all channels of one process share their threads. */
public final class PortalChannels implements AutoCloseable {
    /** Notices a link that is open on our side only; the portal allows pings from 10 s on. */
    private static final long KEEP_ALIVE_SECONDS = 20;

    private static final long KEEP_ALIVE_TIMEOUT_SECONDS = 10;
    private static final int RESOLVERS = 2;
    private static final int IDLE_SECONDS = 5;

    private final EventLoopGroup eventLoops;
    private final ExecutorService resolving;
    private final ChannelFactory<? extends Channel> sockets;

    public PortalChannels(int eventLoopThreads) {
        this(
                new NioEventLoopGroup(eventLoopThreads, new DefaultThreadFactory("portal-io", true)),
                resolving(),
                NioSocketChannel::new);
    }

    /** Names are looked up on threads of their own: a caller may wait for a channel on the last one of its pool. */
    private static ExecutorService resolving() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                RESOLVERS,
                RESOLVERS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                new DefaultThreadFactory("portal-names", true));
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    private PortalChannels(
            EventLoopGroup eventLoops, ExecutorService resolving, ChannelFactory<? extends Channel> sockets) {
        this.eventLoops = eventLoops;
        this.resolving = resolving;
        this.sockets = sockets;
    }

    /** The same threads with other sockets; closing one closes both. */
    public PortalChannels with(ChannelFactory<? extends Channel> other) {
        return new PortalChannels(eventLoops, resolving, other);
    }

    /** Without a client certificate, and only to the portal whose CA the token names. */
    ManagedChannel forEnrolment(PortalAddress portal, EnrolmentToken token) {
        return open(portal, client(new PinnedTrust(token.caFingerprint())));
    }

    /** Proves the identity, and trusts only its anchors. */
    public ManagedChannel forIdentity(PortalAddress portal, Identity identity) {
        try {
            TrustManager trust = Certificates.trusting(identity.anchors());
            X509Certificate[] chain = identity.chain().toArray(new X509Certificate[0]);
            return open(portal, client(trust).keyManager(identity.key(), chain));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the CA certificates of this host cannot be used", e);
        }
    }

    private static SslContextBuilder client(TrustManager trust) {
        return SslContextBuilder.forClient().trustManager(trust);
    }

    private ManagedChannel open(PortalAddress portal, SslContextBuilder ssl) {
        try {
            // BoringSSL costs a third of the JDK's handshake; the JDK is the way out where its library cannot load.
            SslProvider provider = OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK;
            return NettyChannelBuilder.forAddress(portal.host(), portal.port())
                    .sslContext(GrpcSslContexts.configure(ssl, provider)
                            .protocols("TLSv1.3")
                            .build())
                    .overrideAuthority(NodeIdentity.PORTAL_TLS_NAME)
                    .eventLoopGroup(eventLoops)
                    .channelFactory(sockets)
                    // Callbacks only hand over to a lane.
                    .directExecutor()
                    .offloadExecutor(resolving)
                    .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                    .keepAliveTimeout(KEEP_ALIVE_TIMEOUT_SECONDS, TimeUnit.SECONDS)
                    .disableRetry()
                    .build();
        } catch (SSLException e) {
            throw new IllegalStateException("this host's key or certificate cannot be used for TLS", e);
        }
    }

    @Override
    public void close() {
        eventLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        resolving.shutdown();
    }
}
