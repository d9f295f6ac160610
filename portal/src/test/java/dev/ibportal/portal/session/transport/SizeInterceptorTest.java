package dev.ibportal.portal.session.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.AgentServiceGrpc;
import dev.ibportal.agent.v1.InventoryReport;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SessionResponse;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SizeInterceptorTest {
    private static final int LIMIT = 100;

    private final List<String> told = new ArrayList<>();
    private final ServerCall.Listener<SessionRequest> limited = new SizeInterceptor(LIMIT)
            .interceptCall(new Call(), new Metadata(), (call, headers) -> new ServerCall.Listener<>() {
                @Override
                public void onMessage(SessionRequest message) {
                    told.add("message of " + message.getSerializedSize());
                }

                @Override
                public void onCancel() {
                    told.add("cancelled");
                }
            });

    @Test
    void whoeverHoldsTheCallLearnsThatItIsOverBeforeTheDaemonDoes() {
        limited.onMessage(message(10));
        limited.onMessage(message(LIMIT));
        limited.onMessage(message(10));
        limited.onCancel();

        assertThat(told).hasSize(3);
        assertThat(told.get(0)).isEqualTo("message of " + message(10).getSerializedSize());
        assertThat(told.subList(1, 3)).containsExactly("cancelled", "closed RESOURCE_EXHAUSTED");
    }

    private static SessionRequest message(int size) {
        return SessionRequest.newBuilder()
                .setInventory(InventoryReport.newBuilder().addUnreadable("x".repeat(size)))
                .build();
    }

    private final class Call extends ServerCall<SessionRequest, SessionResponse> {
        @Override
        public void close(Status status, Metadata trailers) {
            told.add("closed " + status.getCode());
        }

        @Override
        public void request(int messages) {}

        @Override
        public void sendHeaders(Metadata headers) {}

        @Override
        public void sendMessage(SessionResponse message) {}

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public MethodDescriptor<SessionRequest, SessionResponse> getMethodDescriptor() {
            return AgentServiceGrpc.getSessionMethod();
        }
    }
}
