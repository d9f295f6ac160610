package dev.ibportal.portal.session.live;

import dev.ibportal.agent.v1.Goodbye;
import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.agent.v1.SessionResponse.BodyCase;
import dev.ibportal.portal.session.transport.Refusal;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Set;

/**
 * What is on its way to one daemon. Many threads put in, one at a time writes, and no more than the connection takes; of
 * whole specs and documents only the newest waits.
 */
final class Mailbox {
    private static final int CAPACITY = 1000;
    private static final Set<BodyCase> NEWEST_ONLY =
            EnumSet.of(BodyCase.NODE_SPEC, BodyCase.SM_DOCUMENT, BodyCase.SM_READ);

    private final ServerCallStreamObserver<SessionResponse> out;
    private final ArrayDeque<SessionResponse> waiting = new ArrayDeque<>();
    private boolean closed;

    Mailbox(ServerCallStreamObserver<SessionResponse> out) {
        this.out = out;
    }

    /** Whether it was taken: not after the end of the stream, nor when a daemon does not read at all. */
    synchronized boolean offer(SessionResponse message) {
        if (closed || waiting.size() >= CAPACITY) {
            return false;
        }
        if (NEWEST_ONLY.contains(message.getBodyCase())) {
            dropOlder(message.getBodyCase());
        }
        waiting.add(message);
        drain();
        return true;
    }

    private void dropOlder(BodyCase kind) {
        for (Iterator<SessionResponse> each = waiting.iterator(); each.hasNext(); ) {
            if (each.next().getBodyCase() == kind) {
                each.remove();
            }
        }
    }

    /** Called again when the connection takes more. */
    synchronized void drain() {
        while (!closed && out.isReady()) {
            SessionResponse next = waiting.poll();
            if (next == null) {
                return;
            }
            out.onNext(next);
        }
    }

    /** Says why, then ends the stream; what was waiting is not sent any more. */
    synchronized void close(Goodbye goodbye) {
        if (!closed) {
            closed = true;
            out.onNext(SessionResponse.newBuilder().setGoodbye(goodbye).build());
            out.onCompleted();
        }
    }

    synchronized void fail(Refusal refusal) {
        if (!closed) {
            closed = true;
            out.onError(refusal.status().asRuntimeException(refusal.trailers()));
        }
    }

    /** The daemon has nothing more to say, so neither have we. */
    synchronized void complete() {
        if (!closed) {
            closed = true;
            out.onCompleted();
        }
    }

    /** The stream has ended by itself. */
    synchronized void abandon() {
        closed = true;
        waiting.clear();
    }
}
