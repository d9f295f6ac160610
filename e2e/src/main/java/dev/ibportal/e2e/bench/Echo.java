package dev.ibportal.e2e.bench;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** So many open gRPC streams whose far ends answer every message at once: what any portal has to pay for the wire. */
final class Echo implements AutoCloseable {
    private static final int CONNECTIONS = 16;
    private static final MethodDescriptor<byte[], byte[]> METHOD = MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
            .setFullMethodName("bench.Echo/Session")
            .setRequestMarshaller(new Bytes())
            .setResponseMarshaller(new Bytes())
            .build();

    private final Server server;
    private final List<ManagedChannel> channels = new ArrayList<>();
    private final List<StreamObserver<byte[]>> streams = new ArrayList<>();
    private volatile CountDownLatch open = new CountDownLatch(0);

    private Echo(int count) throws IOException {
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .addService(ServerServiceDefinition.builder("bench.Echo")
                        .addMethod(METHOD, ServerCalls.asyncBidiStreamingCall(Echo::answerAtOnce))
                        .build())
                .build()
                .start();
        for (int i = 0; i < Math.min(CONNECTIONS, count); i++) {
            channels.add(NettyChannelBuilder.forAddress(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getPort()))
                    .usePlaintext()
                    .build());
        }
        for (int i = 0; i < count; i++) {
            streams.add(ClientCalls.asyncBidiStreamingCall(
                    channels.get(i % channels.size()).newCall(METHOD, CallOptions.DEFAULT), new Counter()));
        }
    }

    static Echo of(int count) {
        try {
            return new Echo(count);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static StreamObserver<byte[]> answerAtOnce(StreamObserver<byte[]> out) {
        return new StreamObserver<>() {
            @Override
            public void onNext(byte[] message) {
                out.onNext(message);
            }

            @Override
            public void onError(Throwable failure) {
                // The measurement is over.
            }

            @Override
            public void onCompleted() {
                out.onCompleted();
            }
        };
    }

    private final class Counter implements StreamObserver<byte[]> {
        @Override
        public void onNext(byte[] message) {
            open.countDown();
        }

        @Override
        public void onError(Throwable failure) {
            // The round that waits for it says so.
        }

        @Override
        public void onCompleted() {
            // As expected.
        }
    }

    /** One message of so many bytes on each of the first streams, and all answers. */
    void round(int count, int bytes) throws InterruptedException {
        open = new CountDownLatch(count);
        byte[] message = new byte[bytes];
        streams.subList(0, count).forEach(stream -> stream.onNext(message));
        if (!open.await(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException(open.getCount() + " of " + count + " answers are missing");
        }
    }

    @Override
    public void close() {
        channels.forEach(ManagedChannel::shutdownNow);
        server.shutdownNow();
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
}
