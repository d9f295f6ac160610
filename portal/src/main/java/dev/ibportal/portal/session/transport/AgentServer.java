package dev.ibportal.portal.session.transport;

import dev.ibportal.portal.platform.pki.CertificateAuthority;
import dev.ibportal.portal.platform.pki.ServerKey;
import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** grpc-netty's own server, started with the portal: one accepting loop, few serving loops, a bounded pool for work. */
@Singleton
public final class AgentServer {
    private static final Logger LOG = Logger.getLogger(AgentServer.class);
    private static final int TRANSPORT_LIMIT = 8 << 20;
    private static final int BACKLOG = 4096;
    private static final int WORKERS = 8;
    private static final int STOP_SECONDS = 3;
    private static final Duration SHORT_CALL = Duration.ofSeconds(30);

    private final AgentsConfig config;
    private final CertificateAuthority authority;
    private final ServerKey key;
    private final PeerCheck check;
    private final HandshakeGate gate;
    private @Nullable Running running;

    AgentServer(AgentsConfig config, CertificateAuthority authority, ServerKey key, PeerCheck check) {
        this.config = config;
        this.authority = authority;
        this.key = key;
        this.check = check;
        this.gate = new HandshakeGate(config.maxHandshakes(), check);
    }

    private record Running(Server server, EventLoopGroup accepting, EventLoopGroup serving, ThreadPoolExecutor work) {}

    public synchronized void start(BindableService service) {
        EventLoopGroup accepting = new NioEventLoopGroup(1, new DefaultThreadFactory("agents-accept", true));
        EventLoopGroup serving = new NioEventLoopGroup(2, new DefaultThreadFactory("agents-io", true));
        ThreadPoolExecutor work = new ThreadPoolExecutor(
                WORKERS,
                WORKERS,
                30,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                new DefaultThreadFactory("agents-work", true));
        work.allowCoreThreadTimeOut(true);
        try {
            Server server = builder(accepting, serving)
                    .executor(work)
                    .addService(service)
                    .intercept(new SizeInterceptor(config.maxMessageBytes()))
                    .intercept(new IdentityInterceptor(check))
                    .intercept(new DeadlineInterceptor(SHORT_CALL, serving))
                    .build()
                    .start();
            running = new Running(server, accepting, serving, work);
            LOG.infof("daemons connect to port %d", server.getPort());
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "port " + config.port() + " for daemons cannot be opened: " + e.getMessage(), e);
        }
    }

    private NettyServerBuilder builder(EventLoopGroup accepting, EventLoopGroup serving) {
        return NettyServerBuilder.forAddress(new InetSocketAddress(config.host(), config.port()))
                .channelFactory(() -> new GatedServerChannel(gate))
                .bossEventLoopGroup(accepting)
                .workerEventLoopGroup(serving)
                .withOption(ChannelOption.SO_BACKLOG, BACKLOG)
                .sslContext(AgentTls.context(authority, key))
                .handshakeTimeout(10, TimeUnit.SECONDS)
                .maxInboundMessageSize(TRANSPORT_LIMIT)
                .keepAliveTime(config.heartbeat().toMillis() * 2, TimeUnit.MILLISECONDS)
                .keepAliveTimeout(10, TimeUnit.SECONDS)
                .permitKeepAliveTime(5, TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(true);
    }

    /** The port that is really open. */
    public synchronized int port() {
        if (running == null) {
            throw new IllegalStateException("the port for daemons is not open");
        }
        return running.server().getPort();
    }

    public List<Integer> handshakes() {
        return List.of(gate.underWay(), gate.refused());
    }

    public synchronized void stop() {
        if (running == null) {
            return;
        }
        try {
            running.server().shutdown();
            if (!running.server().awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                running.server().shutdownNow();
            }
        } catch (InterruptedException e) {
            running.server().shutdownNow();
            Thread.currentThread().interrupt();
        }
        end(running.accepting());
        end(running.serving());
        running.work().shutdown();
        running = null;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // its threads are daemons: nothing waits for their end
    private static void end(EventLoopGroup loops) {
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
