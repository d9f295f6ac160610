package dev.ibportal.daemon.session;

import dev.ibportal.agent.v1.AgentServiceGrpc;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SessionResponse;
import io.grpc.ManagedChannel;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One channel with one stream. Used on the session's lane only; gRPC's callbacks are carried there. */
final class Connection implements Dialogue.Outbox {
    /** What the stream did, told on the lane. */
    interface Events {
        void message(Connection from, SessionResponse message);

        void ready(Connection from);

        void ended(Connection from, @Nullable Throwable failure);
    }

    private final ManagedChannel channel;
    private final Executor lane;
    private final Events events;
    private @Nullable ClientCallStreamObserver<SessionRequest> requests;

    Connection(ManagedChannel channel, Executor lane, Events events) {
        this.channel = channel;
        this.lane = lane;
        this.events = events;
    }

    void open() {
        AgentServiceGrpc.newStub(channel)
                .withMaxInboundMessageSize(SessionSettings.INBOUND_BYTES)
                .session(new Responses());
    }

    ManagedChannel channel() {
        return channel;
    }

    @Override
    public void send(SessionRequest message) {
        if (requests != null) {
            requests.onNext(message);
        }
    }

    @Override
    public boolean isReady() {
        return requests != null && requests.isReady();
    }

    /** Says that no more will come; the portal then ends the stream. */
    void finish() {
        if (requests != null) {
            requests.onCompleted();
            requests = null;
        }
        channel.shutdown();
    }

    void abort() {
        requests = null;
        channel.shutdownNow();
    }

    private final class Responses implements ClientResponseObserver<SessionRequest, SessionResponse> {
        @Override
        public void beforeStart(ClientCallStreamObserver<SessionRequest> stream) {
            requests = stream;
            stream.setOnReadyHandler(() -> lane.execute(() -> events.ready(Connection.this)));
        }

        @Override
        public void onNext(SessionResponse message) {
            lane.execute(() -> events.message(Connection.this, message));
        }

        @Override
        public void onError(Throwable failure) {
            lane.execute(() -> events.ended(Connection.this, failure));
        }

        @Override
        public void onCompleted() {
            lane.execute(() -> events.ended(Connection.this, null));
        }
    }
}
