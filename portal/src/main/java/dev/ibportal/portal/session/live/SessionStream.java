package dev.ibportal.portal.session.live;

import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.portal.session.core.PlainText;
import dev.ibportal.portal.session.transport.GrpcFaults;
import dev.ibportal.portal.session.transport.Peer;
import dev.ibportal.portal.session.transport.Refusal;
import io.grpc.stub.StreamObserver;
import org.jspecify.annotations.Nullable;

/** The inbound half of a stream: first Hello, then whatever the daemon has to say. One message at a time. */
final class SessionStream implements StreamObserver<SessionRequest> {
    private final Sessions sessions;
    private final Peer peer;
    private final Mailbox mailbox;
    private volatile @Nullable NodeSession session;

    SessionStream(Sessions sessions, Peer peer, Mailbox mailbox) {
        this.sessions = sessions;
        this.peer = peer;
        this.mailbox = mailbox;
    }

    @Override
    public void onNext(SessionRequest said) {
        try {
            SessionRequest message = PlainText.of(said);
            NodeSession open = session;
            if (open != null) {
                sessions.received(open, message);
            } else if (message.hasHello()) {
                session = sessions.open(peer, message.getHello(), mailbox).orElse(null);
            } else {
                throw Refusal.outOfOrder(
                        "session.hello-first",
                        "the first message of a session is Hello, this is " + message.getBodyCase());
            }
        } catch (RuntimeException e) {
            mailbox.fail(GrpcFaults.refusal(e));
            ended();
        }
    }

    @Override
    public void onError(Throwable cause) {
        ended();
    }

    @Override
    public void onCompleted() {
        mailbox.complete();
        ended();
    }

    /** However it ended; may be told more than once. */
    void ended() {
        mailbox.abandon();
        NodeSession open = session;
        if (open != null) {
            sessions.closed(open);
        }
    }
}
