package dev.ibportal.portal.platform.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.agent.v1.AgentServiceGrpc;
import dev.ibportal.portal.platform.pki.TestRequest;
import dev.ibportal.portal.session.Agents;
import dev.ibportal.portal.session.LineTestBase;
import dev.ibportal.portal.session.TestDaemon;
import dev.ibportal.portal.testing.World;
import dev.ibportal.types.EnrolmentToken;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.math.BigInteger;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who is turned away at the daemons' port leaves a trace, with the address it came from. */
@QuarkusTest
@SuppressWarnings("NullAway.Init")
class StrangeHostsTest {
    private static final String MACHINE = "0123456789abcdef0123456789abcdef";

    @Inject
    World world;

    @Inject
    Agents agents;

    @Inject
    StrangerAttempts attempts;

    @Inject
    Clock clock;

    private UUID node;

    @BeforeEach
    void oneNode() {
        attempts.sweep(clock.instant().plus(Duration.ofDays(1)));
        world.reset();
        node = agents.node("n1");
    }

    private void awaitTold(String action, String reason) {
        LineTestBase.soon()
                .untilAsserted(() -> assertThat(world.strings(
                                "SELECT source_address || ' ' || reason FROM audit_event"
                                        + " WHERE action = ? AND outcome = 'denied'",
                                action))
                        .singleElement()
                        .asString()
                        .startsWith("127.0.0.1 ")
                        .contains(reason));
    }

    /** It says that the portal's authority has signed it. */
    private X509Certificate of(TestRequest request, X509Certificate issuer) throws Exception {
        Instant now = clock.instant();
        return new JcaX509CertificateConverter()
                .getCertificate(new JcaX509v3CertificateBuilder(
                                issuer.getSubjectX500Principal(),
                                BigInteger.ONE,
                                Date.from(now.minusSeconds(60)),
                                Date.from(now.plusSeconds(600)),
                                new X500Principal("CN=nobody"),
                                request.pair().getPublic())
                        .build(new JcaContentSignerBuilder("SHA256withECDSA")
                                .build(request.pair().getPrivate())));
    }

    @Test
    void aCertificateOfNobodys() throws Exception {
        TestDaemon.Credentials good = agents.enrol(node, MACHINE);
        TestRequest other = TestRequest.make();
        var forged = new TestDaemon.Credentials(
                node, other.pair().getPrivate(), List.of(of(other, good.root())), good.root());

        try (TestDaemon daemon = agents.daemon(forged)) {
            assertThat(daemon.call(AgentServiceGrpc.getRenewMethod())).isEqualTo(Status.Code.UNAVAILABLE);
        }

        awaitTold("node.connect", "the TLS handshake failed");
    }

    @Test
    void noCertificate() {
        try (TestDaemon stranger = agents.stranger()) {
            assertThat(stranger.call(AgentServiceGrpc.getRenewMethod())).isEqualTo(Status.Code.UNAUTHENTICATED);
        }

        awaitTold("node.connect", "needs the client certificate");
    }

    @Test
    void aCertificateThatWasWithdrawn() {
        TestDaemon.Credentials credentials = agents.enrol(node, MACHINE);
        world.execute("UPDATE node_certificate SET denied_at = now()");

        try (TestDaemon daemon = agents.daemon(credentials)) {
            assertThat(daemon.call(AgentServiceGrpc.getRenewMethod())).isEqualTo(Status.Code.PERMISSION_DENIED);
        }

        awaitTold("node.connect", "");
        assertThat(world.string("SELECT object_id FROM audit_event WHERE action = 'node.connect'"))
                .isEqualTo(node.toString());
    }

    @Test
    void aTokenOfAnotherPortalAndOneThatIsNone() {
        EnrolmentToken token = EnrolmentToken.parse(agents.token(node));
        String forged = new EnrolmentToken(token.caFingerprint(), "A".repeat(43)).text();
        try (TestDaemon stranger = agents.stranger()) {
            assertThatThrownBy(() -> stranger.enrol(forged, MACHINE)).isInstanceOf(StatusRuntimeException.class);
            awaitTold("node.enrol", "not issued by this portal");

            for (int i = 0; i < 5; i++) {
                assertThatThrownBy(() -> stranger.enrol("no token", MACHINE))
                        .isInstanceOf(StatusRuntimeException.class);
            }
        }
        attempts.sweep(clock.instant().plus(StrangerAttempts.WINDOW));

        LineTestBase.soon()
                .untilAsserted(() -> assertThat(
                                world.strings("SELECT reason FROM audit_event WHERE action = 'node.enrol' ORDER BY id"))
                        .hasSize(2)
                        .last()
                        .asString()
                        .contains("5 more like it"));
    }
}
