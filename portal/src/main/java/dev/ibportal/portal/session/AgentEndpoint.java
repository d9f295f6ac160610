package dev.ibportal.portal.session;

import dev.ibportal.agent.v1.AgentServiceGrpc.AgentServiceImplBase;
import dev.ibportal.agent.v1.EnrolRequest;
import dev.ibportal.agent.v1.EnrolResponse;
import dev.ibportal.agent.v1.RenewRequest;
import dev.ibportal.agent.v1.RenewResponse;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.portal.session.core.PlainText;
import dev.ibportal.portal.session.live.Streams;
import dev.ibportal.portal.session.transport.GrpcFaults;
import dev.ibportal.portal.session.transport.Peer;
import dev.ibportal.portal.session.transport.Refusal;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Singleton;
import java.util.function.Supplier;

/** The three calls of daemons. */
@Singleton
class AgentEndpoint extends AgentServiceImplBase {
    private final EnrolmentService enrolment;
    private final Streams streams;

    AgentEndpoint(EnrolmentService enrolment, Streams streams) {
        this.enrolment = enrolment;
        this.streams = streams;
    }

    @Override
    public void enrol(EnrolRequest request, StreamObserver<EnrolResponse> out) {
        answer(out, () -> enrolment.enrol(PlainText.of(request), Peer.currentAddress()));
    }

    @Override
    public void renew(RenewRequest request, StreamObserver<RenewResponse> out) {
        answer(out, () -> enrolment.renew(Peer.current(), request));
    }

    @Override
    public StreamObserver<SessionRequest> session(StreamObserver<SessionResponse> out) {
        return streams.open(Peer.current(), out);
    }

    private static <A> void answer(StreamObserver<A> out, Supplier<A> work) {
        A answer;
        try {
            answer = work.get();
        } catch (RuntimeException e) {
            Refusal refusal = GrpcFaults.refusal(e);
            out.onError(refusal.status().asRuntimeException(refusal.trailers()));
            return;
        }
        out.onNext(answer);
        out.onCompleted();
    }
}
