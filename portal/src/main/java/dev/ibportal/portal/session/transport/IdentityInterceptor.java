package dev.ibportal.portal.session.transport;

import dev.ibportal.agent.v1.AgentServiceGrpc;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.NodeIdentity;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** Reads who the peer is from its certificate. Without one, {@code Enrol} is the only call there is. */
final class IdentityInterceptor implements ServerInterceptor {
    private static final String OPEN_TO_ALL = AgentServiceGrpc.getEnrolMethod().getFullMethodName();
    private static final int URI_NAME = 6;

    private final PeerCheck check;

    IdentityInterceptor(PeerCheck check) {
        this.check = check;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        if (call.getMethodDescriptor().getFullMethodName().equals(OPEN_TO_ALL)) {
            return Contexts.interceptCall(
                    Context.current().withValue(Peer.ADDRESS, address(call)), call, headers, next);
        }
        String node = "";
        try {
            Peer peer = peer(call);
            node = peer.nodeId().toString();
            check.admit(peer);
            return Contexts.interceptCall(Context.current().withValue(Peer.KEY, peer), call, headers, next);
        } catch (RuntimeException e) {
            Refusal refusal = GrpcFaults.refusal(e);
            if (e instanceof Refusal) {
                check.turnedAway(node, String.valueOf(refusal.getMessage()), address(call));
            }
            call.close(refusal.status(), refusal.trailers());
            return new ServerCall.Listener<>() {};
        }
    }

    static String address(ServerCall<?, ?> call) {
        SocketAddress address = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        return address instanceof InetSocketAddress inet && inet.getAddress() != null
                ? inet.getAddress().getHostAddress()
                : String.valueOf(address);
    }

    private static Peer peer(ServerCall<?, ?> call) {
        X509Certificate certificate = certificate(call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION))
                .orElseThrow(() -> Refusal.unauthenticated(
                        "certificate.missing",
                        "this call needs the client certificate of an enrolled node; only Enrol is open without one"));
        return new Peer(identity(certificate), certificate.getSerialNumber().toString(16), address(call));
    }

    private static Optional<X509Certificate> certificate(@Nullable SSLSession session) {
        try {
            return session != null && session.getPeerCertificates()[0] instanceof X509Certificate certificate
                    ? Optional.of(certificate)
                    : Optional.empty();
        } catch (SSLPeerUnverifiedException e) {
            return Optional.empty();
        }
    }

    private static NodeIdentity identity(X509Certificate certificate) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            for (List<?> name : names == null ? List.<List<?>>of() : names) {
                if (name.get(0).equals(URI_NAME)) {
                    return NodeIdentity.parse(String.valueOf(name.get(1)));
                }
            }
        } catch (CertificateParsingException | InvalidValueException e) {
            throw notANode(e);
        }
        throw notANode(null);
    }

    private static Refusal notANode(@Nullable Exception cause) {
        String why = cause == null ? "it has no URI" : String.valueOf(cause.getMessage());
        return Refusal.unauthenticated("certificate.no-node", "the client certificate names no node: " + why);
    }
}
