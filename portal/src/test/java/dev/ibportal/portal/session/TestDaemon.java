package dev.ibportal.portal.session;

import com.google.protobuf.ByteString;
import dev.ibportal.agent.v1.AgentServiceGrpc;
import dev.ibportal.agent.v1.EnrolRequest;
import dev.ibportal.agent.v1.EnrolResponse;
import dev.ibportal.agent.v1.Goodbye;
import dev.ibportal.agent.v1.Hello;
import dev.ibportal.agent.v1.HostFacts;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.RenewRequest;
import dev.ibportal.agent.v1.RenewResponse;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmReadRequest;
import dev.ibportal.agent.v1.Welcome;
import dev.ibportal.portal.platform.pki.TestRequest;
import dev.ibportal.types.NodeIdentity;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** A daemon played by the test: real TLS, real stubs, and whatever the test wants it to say. */
public final class TestDaemon implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 10;

    private final ManagedChannel channel;

    private TestDaemon(ManagedChannel channel) {
        this.channel = channel;
    }

    /** What a host holds after enrolment. */
    public record Credentials(UUID node, PrivateKey key, List<X509Certificate> chain, X509Certificate root) {}

    /** Trusts this root, and has no certificate yet. */
    public static TestDaemon stranger(int port, X509Certificate root) {
        return new TestDaemon(channel(port, root, null));
    }

    public static TestDaemon of(int port, Credentials credentials) {
        return new TestDaemon(channel(port, credentials.root(), credentials));
    }

    private static ManagedChannel channel(int port, X509Certificate root, @Nullable Credentials credentials) {
        try {
            SslContextBuilder tls = GrpcSslContexts.forClient().trustManager(root);
            if (credentials != null) {
                tls.keyManager(credentials.key(), credentials.chain());
            }
            return NettyChannelBuilder.forAddress("127.0.0.1", port)
                    .sslContext(tls.build())
                    .overrideAuthority(NodeIdentity.PORTAL_TLS_NAME)
                    .maxInboundMessageSize(8 << 20)
                    .build();
        } catch (SSLException e) {
            throw new IllegalStateException(e);
        }
    }

    public Credentials enrol(String token, String machineId) {
        TestRequest request = TestRequest.make();
        EnrolResponse answer = AgentServiceGrpc.newBlockingStub(channel)
                .withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .enrol(EnrolRequest.newBuilder()
                        .setToken(token)
                        .setCsrDer(ByteString.copyFrom(request.der()))
                        .setMachineId(machineId)
                        .setHostName("host")
                        .build());
        List<X509Certificate> chain = certificates(answer.getCertificateChainDerList());
        return new Credentials(
                UUID.fromString(answer.getNodeId()),
                request.pair().getPrivate(),
                chain,
                certificates(answer.getCaDerList()).get(0));
    }

    /** How a call with one empty message ends, whichever call it is. */
    public Status.Code call(MethodDescriptor<?, ?> method) {
        MethodDescriptor<byte[], byte[]> raw = MethodDescriptor.<byte[], byte[]>newBuilder(new Bytes(), new Bytes())
                .setType(method.getType())
                .setFullMethodName(method.getFullMethodName())
                .build();
        CompletableFuture<Status> end = new CompletableFuture<>();
        ClientCall<byte[], byte[]> call = channel.newCall(raw, CallOptions.DEFAULT);
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        end.complete(status);
                    }
                },
                new Metadata());
        call.request(1);
        call.sendMessage(new byte[0]);
        call.halfClose();
        return end.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join().getCode();
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    public Credentials renew(Credentials old) {
        TestRequest request = TestRequest.make();
        RenewResponse answer = AgentServiceGrpc.newBlockingStub(channel)
                .withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .renew(RenewRequest.newBuilder()
                        .setCsrDer(ByteString.copyFrom(request.der()))
                        .build());
        return new Credentials(
                old.node(),
                request.pair().getPrivate(),
                certificates(answer.getCertificateChainDerList()),
                certificates(answer.getCaDerList()).get(0));
    }

    private static List<X509Certificate> certificates(List<ByteString> ders) {
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            List<X509Certificate> all = new ArrayList<>();
            for (ByteString der : ders) {
                all.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(der.toByteArray())));
            }
            return all;
        } catch (CertificateException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Opens the stream without a word. */
    public Stream open() {
        return open((stream, message) -> {});
    }

    /** Opens the stream and answers each message in a way of its own. */
    public Stream open(BiConsumer<Stream, SessionResponse> onMessage) {
        Stream stream = new Stream(onMessage);
        stream.out = AgentServiceGrpc.newStub(channel).session(stream);
        return stream;
    }

    public static Hello.Builder hello(String machineId) {
        return Hello.newBuilder()
                .setDaemonVersion("0.1.0")
                .setMachineId(machineId)
                .setBootNonce(UUID.randomUUID().toString())
                .addCapabilities("ipoib.child")
                .addCapabilities("sm.index0")
                .addCapabilities("sm.index0")
                .setFacts(HostFacts.newBuilder()
                        .setHostName("host")
                        .setKernelRelease("6.1.0")
                        .setPersistenceBackend("ifupdown"));
    }

    /** One session as the daemon sees it. */
    public static final class Stream implements StreamObserver<SessionResponse> {
        private final LinkedBlockingQueue<SessionResponse> received = new LinkedBlockingQueue<>();
        private final CompletableFuture<Status> ended = new CompletableFuture<>();
        private final CompletableFuture<io.grpc.Metadata> trailers = new CompletableFuture<>();
        private final BiConsumer<Stream, SessionResponse> onMessage;
        private @Nullable StreamObserver<SessionRequest> out;

        private Stream(BiConsumer<Stream, SessionResponse> onMessage) {
            this.onMessage = onMessage;
        }

        @Override
        public void onNext(SessionResponse message) {
            onMessage.accept(this, message);
            received.add(message);
        }

        @Override
        public void onError(Throwable cause) {
            io.grpc.Metadata metadata = Status.trailersFromThrowable(cause);
            trailers.complete(metadata == null ? new io.grpc.Metadata() : metadata);
            ended.complete(Status.fromThrowable(cause));
        }

        @Override
        public void onCompleted() {
            trailers.complete(new io.grpc.Metadata());
            ended.complete(Status.OK);
        }

        /** Answers are sent by gRPC's threads while the test sends too, and a call takes one message at a time. */
        public synchronized Stream send(SessionRequest.Builder message) {
            java.util.Objects.requireNonNull(out).onNext(message.build());
            return this;
        }

        public Stream hello(String machineId) {
            return send(SessionRequest.newBuilder().setHello(TestDaemon.hello(machineId)));
        }

        public Stream hello(Hello.Builder hello) {
            return send(SessionRequest.newBuilder().setHello(hello));
        }

        public synchronized void complete() {
            java.util.Objects.requireNonNull(out).onCompleted();
        }

        /** The next message of this kind; others before it are passed over. */
        private <T> T next(Predicate<SessionResponse> is, Function<SessionResponse, T> body) {
            try {
                while (true) {
                    SessionResponse message = received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
                    if (message == null) {
                        throw new AssertionError("nothing came; the stream ended: " + ended.getNow(null));
                    }
                    if (is.test(message)) {
                        return body.apply(message);
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        public Welcome welcome() {
            return next(SessionResponse::hasWelcome, SessionResponse::getWelcome);
        }

        public NodeSpec spec() {
            return next(SessionResponse::hasNodeSpec, SessionResponse::getNodeSpec);
        }

        public SmDocument document() {
            return next(SessionResponse::hasSmDocument, SessionResponse::getSmDocument);
        }

        public SmReadRequest readRequest() {
            return next(SessionResponse::hasSmRead, SessionResponse::getSmRead);
        }

        public Goodbye goodbye() {
            return next(SessionResponse::hasGoodbye, SessionResponse::getGoodbye);
        }

        public boolean isSilent() {
            return received.isEmpty();
        }

        public Status end() {
            return ended.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        }

        /** Slug of the cause with which the stream ended. */
        public @Nullable String reason() {
            end();
            return trailers.join()
                    .get(io.grpc.Metadata.Key.of("ibportal-reason", io.grpc.Metadata.ASCII_STRING_MARSHALLER));
        }
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
