package dev.ibportal.daemon.enrol;

import dev.ibportal.agent.v1.AgentServiceGrpc;
import dev.ibportal.agent.v1.EnrolRequest;
import dev.ibportal.agent.v1.EnrolResponse;
import dev.ibportal.agent.v1.RenewRequest;
import dev.ibportal.agent.v1.RenewResponse;
import dev.ibportal.daemon.enrol.EnrolmentException.Kind;
import dev.ibportal.types.EnrolmentToken;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Asks the portal for certificates: the first one with a token, later ones with the one before. */
public final class Enroller {
    private static final long CALL_SECONDS = 30;

    private final PortalChannels channels;
    private final Clock clock;

    public Enroller(PortalChannels channels, Clock clock) {
        this.channels = channels;
        this.clock = clock;
    }

    /**
     * Makes a key, has it certified and returns the identity; nothing is stored.
     *
     * @throws EnrolmentException with the portal's own words where it refused
     */
    public Identity enrol(PortalAddress portal, EnrolmentToken token, Applicant applicant) {
        ManagedChannel channel = channels.forEnrolment(portal, token);
        try {
            HostKey key = HostKey.generate();
            EnrolResponse answer = AgentServiceGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS)
                    .enrol(request(token, applicant, key));
            return identity(key, answer, token);
        } catch (StatusRuntimeException e) {
            throw refused(portal, e);
        } finally {
            channel.shutdownNow();
        }
    }

    private static EnrolRequest request(EnrolmentToken token, Applicant applicant, HostKey key) {
        return EnrolRequest.newBuilder()
                .setToken(token.text())
                .setCsrDer(key.request())
                .setMachineId(applicant.machineId())
                .setHostName(applicant.hostName())
                .setDaemonVersion(applicant.daemonVersion())
                .build();
    }

    private Identity identity(HostKey key, EnrolResponse answer, EnrolmentToken token) {
        try {
            List<X509Certificate> anchors = Certificates.parseAll(answer.getCaDerList());
            requirePinned(anchors, token);
            List<X509Certificate> chain = Certificates.parseAll(answer.getCertificateChainDerList());
            key.check(chain, anchors);
            return new Identity(answer.getNodeId(), key.privateKey(), chain, anchors, clock.instant());
        } catch (GeneralSecurityException e) {
            throw new EnrolmentException(Kind.OTHER, "the portal's answer cannot be used: " + e.getMessage(), e);
        }
    }

    private static void requirePinned(List<X509Certificate> anchors, EnrolmentToken token)
            throws GeneralSecurityException {
        for (X509Certificate anchor : anchors) {
            if (Certificates.fingerprint(anchor).equals(token.caFingerprint())) {
                return;
            }
        }
        throw new GeneralSecurityException("its CA certificates do not include the one that the token names");
    }

    /**
     * A new certificate, for a new key, of the identity that the channel proves.
     *
     * @throws StatusRuntimeException if the portal did not give one
     * @throws EnrolmentException if what it gave cannot be used
     */
    public Identity renew(Channel channel, Identity identity) {
        HostKey key = HostKey.generate();
        RenewResponse answer = AgentServiceGrpc.newBlockingStub(channel)
                .withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS)
                .renew(RenewRequest.newBuilder().setCsrDer(key.request()).build());
        try {
            List<X509Certificate> anchors =
                    answer.getCaDerCount() == 0 ? identity.anchors() : Certificates.parseAll(answer.getCaDerList());
            List<X509Certificate> chain = Certificates.parseAll(answer.getCertificateChainDerList());
            key.check(chain, anchors);
            return new Identity(identity.nodeId(), key.privateKey(), chain, anchors, clock.instant());
        } catch (GeneralSecurityException e) {
            throw new EnrolmentException(Kind.OTHER, "the renewed certificate cannot be used: " + e.getMessage(), e);
        }
    }

    private static EnrolmentException refused(PortalAddress portal, StatusRuntimeException e) {
        Status status = e.getStatus();
        String said = status.getDescription() == null ? status.getCode().name() : status.getDescription();
        PinnedTrust.@Nullable WrongCaException wrongCa = Failures.find(e, PinnedTrust.WrongCaException.class);
        if (wrongCa != null) {
            return new EnrolmentException(
                    Kind.WRONG_CA,
                    portal + " is not the portal that this token is for: " + wrongCa.getMessage()
                            + ". Nothing was sent to it; check the address, and that nobody stands in between.",
                    e);
        }
        return switch (status.getCode()) {
            case PERMISSION_DENIED, UNAUTHENTICATED, FAILED_PRECONDITION, NOT_FOUND ->
                new EnrolmentException(Kind.TOKEN_REFUSED, refusal(e, said), e);
            case UNAVAILABLE, DEADLINE_EXCEEDED ->
                new EnrolmentException(
                        Kind.UNREACHABLE, "the portal at " + portal + " cannot be reached: " + Failures.describe(e), e);
            default -> new EnrolmentException(Kind.OTHER, refusal(e, said), e);
        };
    }

    private static String refusal(StatusRuntimeException e, String said) {
        String reason = Failures.reason(e);
        String text = "the portal refused" + (reason.isEmpty() ? "" : " (" + reason + ")") + ": " + said;
        return reason.startsWith("enrolment-token.")
                ? text + ". A token works once and for a short time; make a new one on the node's page."
                : text;
    }
}
