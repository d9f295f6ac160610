package dev.ibportal.portal.session.transport;

import com.google.protobuf.MessageLite;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;

/**
 * Ends the call of a message that is too large, and names the limit. The transport's own limit is higher, so that the
 * connection is never broken for it.
 */
final class SizeInterceptor implements ServerInterceptor {
    private final int limit;

    SizeInterceptor(int limit) {
        this.limit = limit;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        return new Limited<>(next.startCall(call, headers), call);
    }

    private final class Limited<Q> extends SimpleForwardingServerCallListener<Q> {
        private final ServerCall<Q, ?> call;
        private boolean over;

        Limited(ServerCall.Listener<Q> listener, ServerCall<Q, ?> call) {
            super(listener);
            this.call = call;
        }

        @Override
        public void onMessage(Q message) {
            int size = message instanceof MessageLite known ? known.getSerializedSize() : 0;
            if (size <= limit && !over) {
                super.onMessage(message);
            } else if (!over) {
                over = true;
                refuse(size);
            }
        }

        @Override
        public void onHalfClose() {
            if (!over) {
                super.onHalfClose();
            }
        }

        private void refuse(int size) {
            Refusal refusal = Refusal.of(
                    Status.RESOURCE_EXHAUSTED.withDescription("a message of " + size + " bytes is over the limit of "
                            + limit + " bytes: send the report in parts"),
                    "message.too-large");
            // What hangs on this call learns first that it is over: the daemon may be back before close() returns, and
            // nobody may then still try to say goodbye on this one.
            super.onCancel();
            call.close(refusal.status(), refusal.trailers());
        }

        @Override
        public void onCancel() {
            if (!over) {
                super.onCancel();
            }
        }

        @Override
        public void onComplete() {
            if (!over) {
                super.onComplete();
            }
        }
    }
}
