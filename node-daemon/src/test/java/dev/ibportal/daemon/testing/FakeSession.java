package dev.ibportal.daemon.testing;

import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SessionResponse;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** One stream as the portal sees it. */
public final class FakeSession {
    private final StreamObserver<SessionResponse> responses;
    private final List<SessionRequest> received = new CopyOnWriteArrayList<>();
    private volatile boolean ended;

    FakeSession(StreamObserver<SessionResponse> responses) {
        this.responses = responses;
    }

    public void send(SessionResponse message) {
        synchronized (responses) {
            responses.onNext(message);
        }
    }

    public List<SessionRequest> received() {
        return received;
    }

    public List<SessionRequest> received(Predicate<SessionRequest> wanted) {
        return received.stream().filter(wanted).toList();
    }

    public boolean isEnded() {
        return ended;
    }

    StreamObserver<SessionRequest> requests() {
        return new StreamObserver<>() {
            @Override
            public void onNext(SessionRequest message) {
                received.add(message);
            }

            @Override
            public void onError(Throwable failure) {
                ended = true;
            }

            @Override
            public void onCompleted() {
                ended = true;
                synchronized (responses) {
                    responses.onCompleted();
                }
            }
        };
    }
}
