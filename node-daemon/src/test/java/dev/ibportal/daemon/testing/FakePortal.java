package dev.ibportal.daemon.testing;

import com.google.protobuf.ByteString;
import dev.ibportal.agent.v1.AgentServiceGrpc;
import dev.ibportal.agent.v1.EnrolRequest;
import dev.ibportal.agent.v1.EnrolResponse;
import dev.ibportal.agent.v1.RenewRequest;
import dev.ibportal.agent.v1.RenewResponse;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.agent.v1.Welcome;
import dev.ibportal.daemon.enrol.PortalAddress;
import dev.ibportal.types.EnrolmentToken;
import dev.ibportal.types.NodeIdentity;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequest;
import org.jspecify.annotations.Nullable;

/** The portal's side of the contract, with the certificates and the refusals of a real one. */
public final class FakePortal implements AutoCloseable {
    public static final NodeIdentity NODE = new NodeIdentity(
            UUID.fromString("11111111-2222-3333-4444-555555555555"),
            Set.of(NodeIdentity.Role.NODE, NodeIdentity.Role.SUBNET_MANAGER));

    private static final Metadata.Key<String> REASON =
            Metadata.Key.of("ibportal-reason", Metadata.ASCII_STRING_MARSHALLER);

    private final TestCa ca;
    private final Map<String, String> tokens = new ConcurrentHashMap<>();
    private final Map<String, NodeIdentity> invited = new ConcurrentHashMap<>();
    private final List<FakeSession> sessions = new CopyOnWriteArrayList<>();
    private final List<String> machines = new CopyOnWriteArrayList<>();
    private final KeyPair serverKeys = TestCa.keys();
    private volatile Duration life = Duration.ofDays(7);
    private volatile Duration backdated = Duration.ofSeconds(1);
    private volatile boolean welcoming = true;
    private volatile int port;
    private @Nullable Server server;

    public FakePortal(TestCa ca) {
        this.ca = ca;
        start();
    }

    /** Starts again at the same address after {@link #stop}. */
    public void start() {
        try {
            server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                    .sslContext(GrpcSslContexts.configure(SslContextBuilder.forServer(
                                    serverKeys.getPrivate(),
                                    ca.chain(ca.server(serverKeys.getPublic())).toArray(new X509Certificate[0])))
                            .trustManager(ca.certificate())
                            .clientAuth(ClientAuth.OPTIONAL)
                            .protocols("TLSv1.3")
                            .build())
                    .permitKeepAliveTime(5, TimeUnit.SECONDS)
                    .maxInboundMessageSize(8 << 20)
                    .addService(new Service())
                    .build()
                    .start();
            port = server.getPort();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Goes away without a word. */
    public void stop() {
        if (server != null) {
            server.shutdownNow();
            try {
                server.awaitTermination(5, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            server = null;
        }
    }

    @Override
    public void close() {
        stop();
    }

    public PortalAddress address() {
        return new PortalAddress("127.0.0.1", port);
    }

    public TestCa ca() {
        return ca;
    }

    /** The token is good until it is used, or refused with this reason at once. */
    public EnrolmentToken token(int number, @Nullable String refusal) {
        EnrolmentToken token = ca.token((byte) number);
        tokens.put(token.text(), refusal == null ? "" : refusal);
        return token;
    }

    /** A token for a node of its own. */
    public EnrolmentToken invite(int number, NodeIdentity.Role... roles) {
        EnrolmentToken token = token(number, null);
        invited.put(token.text(), new NodeIdentity(new UUID(0x1234, number), Set.of(roles)));
        return token;
    }

    /** The newest session of the daemon on this machine. */
    public Optional<FakeSession> session(String machineId) {
        return sessions.stream()
                .filter(session -> !session.isEnded()
                        && !session.received().isEmpty()
                        && session.received().get(0).getHello().getMachineId().equals(machineId))
                .reduce((first, second) -> second);
    }

    /** How far back certificates are dated. */
    public void certificatesBeganAgo(Duration duration) {
        backdated = duration;
    }

    public void certificatesLive(Duration duration) {
        life = duration;
    }

    /** Whether new sessions are answered with Welcome. */
    public void welcomes(boolean welcome) {
        welcoming = welcome;
    }

    public List<FakeSession> sessions() {
        return sessions;
    }

    public FakeSession session() {
        return sessions.get(sessions.size() - 1);
    }

    public List<String> machines() {
        return machines;
    }

    private final class Service extends AgentServiceGrpc.AgentServiceImplBase {
        @Override
        public void enrol(EnrolRequest request, StreamObserver<EnrolResponse> response) {
            String refusal = tokens.getOrDefault(request.getToken(), "enrolment-token.unknown");
            if (!refusal.isEmpty()) {
                Metadata trailers = new Metadata();
                trailers.put(REASON, refusal);
                response.onError(Status.PERMISSION_DENIED
                        .withDescription("the token was not accepted here")
                        .asRuntimeException(trailers));
                return;
            }
            tokens.put(request.getToken(), "enrolment-token.used");
            machines.add(request.getMachineId());
            NodeIdentity identity = invited.getOrDefault(request.getToken(), NODE);
            response.onNext(EnrolResponse.newBuilder()
                    .setNodeId(identity.nodeId().toString())
                    .addCertificateChainDer(certified(request.getCsrDer(), identity))
                    .addCaDer(der(ca.certificate()))
                    .build());
            response.onCompleted();
        }

        @Override
        public void renew(RenewRequest request, StreamObserver<RenewResponse> response) {
            response.onNext(RenewResponse.newBuilder()
                    .addCertificateChainDer(certified(request.getCsrDer(), NODE))
                    .addCaDer(der(ca.certificate()))
                    .build());
            response.onCompleted();
        }

        @Override
        public StreamObserver<SessionRequest> session(StreamObserver<SessionResponse> responses) {
            FakeSession session = new FakeSession(responses);
            if (welcoming) {
                session.send(SessionResponse.newBuilder()
                        .setWelcome(Welcome.newBuilder()
                                .setNodeId(NODE.nodeId().toString())
                                .setMaxMessageBytes(4 << 20))
                        .build());
            }
            // Known to tests only now, so that nothing they send comes before the welcome.
            sessions.add(session);
            return session.requests();
        }
    }

    private ByteString certified(ByteString csr, NodeIdentity identity) {
        try {
            JcaPKCS10CertificationRequest request = new JcaPKCS10CertificationRequest(csr.toByteArray());
            PublicKey key = request.getPublicKey();
            if (!request.isSignatureValid(new JcaContentVerifierProviderBuilder().build(key))) {
                throw new AssertionError("the request is not signed with its own key");
            }
            Instant now = Instant.now();
            return der(ca.node(key, identity, now.minus(backdated), now.plus(life)));
        } catch (IOException | GeneralSecurityException | OperatorCreationException | PKCSException e) {
            throw new AssertionError(e);
        }
    }

    private static ByteString der(X509Certificate certificate) {
        try {
            return ByteString.copyFrom(certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new AssertionError(e);
        }
    }
}
