package dev.ibportal.portal.session.live;

import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.portal.session.TestDaemon;
import dev.ibportal.portal.session.transport.Peer;
import dev.ibportal.types.NodeIdentity;
import dev.ibportal.types.NodeIdentity.Role;
import io.grpc.stub.ServerCallStreamObserver;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sessions without a network. */
public final class TestSessions {
    private TestSessions() {}

    public static NodeSession subnetManager(UUID node, Consumer<SessionResponse> daemon) {
        Peer peer = new Peer(new NodeIdentity(node, Set.of(Role.SUBNET_MANAGER)), "1", "192.0.2.1");
        return new NodeSession(
                peer, TestDaemon.hello("m1").build(), new Mailbox(new Wire(daemon, true)), Instant.EPOCH);
    }

    /** The sending half of a stream, which takes messages only when it is told to. */
    static final class Wire extends ServerCallStreamObserver<SessionResponse> {
        private final Consumer<SessionResponse> daemon;
        final List<SessionResponse> sent = new ArrayList<>();
        boolean ready;
        boolean completed;

        @Nullable
        Throwable failed;

        Wire(Consumer<SessionResponse> daemon, boolean ready) {
            this.daemon = daemon;
            this.ready = ready;
        }

        @Override
        public void onNext(SessionResponse message) {
            sent.add(message);
            daemon.accept(message);
        }

        @Override
        public void onError(Throwable cause) {
            failed = cause;
        }

        @Override
        public void onCompleted() {
            completed = true;
        }

        @Override
        public boolean isReady() {
            return ready;
        }

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public void setOnCancelHandler(Runnable handler) {}

        @Override
        public void setCompression(String compression) {}

        @Override
        public void setOnReadyHandler(Runnable handler) {}

        @Override
        public void request(int count) {}

        @Override
        public void setMessageCompression(boolean enable) {}

        @Override
        public void disableAutoInboundFlowControl() {}
    }
}
