package dev.ibportal.portal.session.transport;

import dev.ibportal.agent.v1.AgentServiceGrpc;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Ends calls that should be short and are not, so that a peer without a certificate cannot hold on to anything. */
final class DeadlineInterceptor implements ServerInterceptor {
    private static final String LONG_LIVED = AgentServiceGrpc.getSessionMethod().getFullMethodName();

    private final Duration limit;
    private final ScheduledExecutorService timer;

    DeadlineInterceptor(Duration limit, ScheduledExecutorService timer) {
        this.limit = limit;
        this.timer = timer;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        if (call.getMethodDescriptor().getFullMethodName().equals(LONG_LIVED)) {
            return next.startCall(call, headers);
        }
        ClosedOnce<Q, A> guarded = new ClosedOnce<>(call);
        guarded.deadline = timer.schedule(
                () -> guarded.close(
                        Status.DEADLINE_EXCEEDED.withDescription(
                                "the call took longer than " + limit.toSeconds() + " s"),
                        new Metadata()),
                limit.toMillis(),
                TimeUnit.MILLISECONDS);
        return next.startCall(guarded, headers);
    }

    /** Whoever closes first wins; an answer that comes too late goes nowhere. */
    private static final class ClosedOnce<Q, A> extends SimpleForwardingServerCall<Q, A> {
        private boolean closed;
        private volatile @Nullable ScheduledFuture<?> deadline;

        ClosedOnce(ServerCall<Q, A> call) {
            super(call);
        }

        @Override
        public synchronized void sendMessage(A message) {
            if (!closed) {
                super.sendMessage(message);
            }
        }

        @Override
        public synchronized void close(Status status, Metadata trailers) {
            if (!closed) {
                closed = true;
                ScheduledFuture<?> waiting = deadline;
                if (waiting != null) {
                    waiting.cancel(false);
                }
                super.close(status, trailers);
            }
        }
    }
}
