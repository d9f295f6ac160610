package dev.ibportal.portal.session.live;

import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.portal.session.transport.Peer;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Singleton;

/** Ties the two halves of a stream together. */
@Singleton
public final class Streams {
    private final Sessions sessions;

    Streams(Sessions sessions) {
        this.sessions = sessions;
    }

    public StreamObserver<SessionRequest> open(Peer peer, StreamObserver<SessionResponse> out) {
        var call = (ServerCallStreamObserver<SessionResponse>) out;
        Mailbox mailbox = new Mailbox(call);
        SessionStream stream = new SessionStream(sessions, peer, mailbox);
        call.setOnReadyHandler(mailbox::drain);
        call.setOnCancelHandler(stream::ended);
        call.setOnCloseHandler(stream::ended);
        return stream;
    }
}
