package dev.ibportal.portal.platform.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.NodeIdentity;
import dev.ibportal.types.NodeIdentity.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateAuthorityTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final NodeIdentity NODE = new NodeIdentity(UUID.randomUUID(), Set.of(Role.NODE));

    @TempDir
    private Path dir;

    private final TestRequest request = TestRequest.make();

    @Test
    void nodeCertificateLeadsToTheRootAndNamesTheNode() throws Exception {
        CertificateAuthority authority = authorityAt(NOW);

        List<X509Certificate> chain = authority.issueNode(request.parsed(), NODE, Duration.ofDays(14));

        assertThat(chain).hasSize(3).endsWith(authority.root());
        assertThatCode(() -> validate(chain, NOW)).doesNotThrowAnyException();
        X509Certificate leaf = chain.get(0);
        assertThat(leaf.getPublicKey()).isEqualTo(request.pair().getPublic());
        assertThat(leaf.getNotAfter().toInstant()).isEqualTo(NOW.plus(Duration.ofDays(14)));
        assertThat(leaf.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
        assertThat(leaf.getBasicConstraints()).isEqualTo(-1);
        assertThat(leaf.getSubjectAlternativeNames())
                .singleElement()
                .isEqualTo(List.of(6, NODE.uri().toString()));
    }

    @Test
    void serverCertificateNamesThePortal() throws Exception {
        KeyAndChain server = authorityAt(NOW).issueServer(new ServerNames(List.of("ib.example.org", "192.0.2.7")));

        assertThat(server.certificate().getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        assertThat(server.certificate().getSubjectAlternativeNames())
                .contains(List.of(2, NodeIdentity.PORTAL_TLS_NAME), List.of(2, "ib.example.org"))
                .contains(List.of(7, "192.0.2.7"), List.of(7, "127.0.0.1"));
    }

    @Test
    void isTheSameAfterARestartAndReadableByItsOwnerOnly() throws IOException {
        X509Certificate root = authorityAt(NOW).root();

        assertThat(authorityAt(NOW.plusSeconds(60)).root()).isEqualTo(root);
        assertThat(mode(dir.resolve("ca"))).isEqualTo("rwx------");
        try (Stream<Path> files = Files.list(dir.resolve("ca"))) {
            assertThat(files)
                    .hasSize(4)
                    .allSatisfy(file -> assertThat(mode(file)).isEqualTo("rw-------"));
        }
    }

    @Test
    void intermediateIsRenewedAtHalfLifeUnderTheSameRoot() throws Exception {
        X509Certificate root = authorityAt(NOW).root();
        Instant later = NOW.plus(CaStore.INTERMEDIATE_LIFE.dividedBy(2)).plusSeconds(1);

        CertificateAuthority authority = authorityAt(later);
        List<X509Certificate> chain = authority.issueNode(request.parsed(), NODE, Duration.ofDays(14));

        assertThat(authority.root()).isEqualTo(root);
        assertThat(chain.get(1).getNotBefore().toInstant()).isAfter(NOW);
        assertThatCode(() -> validate(chain, later)).doesNotThrowAnyException();
    }

    @Test
    void worksWithoutTheRootKeyUntilTheIntermediateEnds() throws Exception {
        authorityAt(NOW);
        Files.delete(dir.resolve("ca/root.key"));
        Instant later = NOW.plus(CaStore.INTERMEDIATE_LIFE).minus(Duration.ofDays(3));

        List<X509Certificate> chain = authorityAt(later).issueNode(request.parsed(), NODE, Duration.ofDays(14));

        assertThat(chain.get(0).getNotAfter()).isEqualTo(chain.get(1).getNotAfter());
        assertThatCode(() -> validate(chain, later)).doesNotThrowAnyException();
    }

    @Test
    void refusesRequestsThatProveNothing() throws Exception {
        assertThatThrownBy(() -> CertificateRequest.parse(new byte[] {1, 2, 3}))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("not a PKCS#10 request");

        byte[] tampered = request.der();
        tampered[tampered.length - 1] ^= 1;
        assertThatThrownBy(() -> CertificateRequest.parse(tampered))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("not signed with the key");

        KeyPair rsa = KeyPairGenerator.getInstance("RSA").generateKeyPair();
        assertThatThrownBy(() -> CertificateRequest.parse(
                        TestRequest.make(rsa, "SHA256withRSA").der()))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("RSA, ECDSA P-256 expected");
    }

    @Test
    void serverKeyIsRenewedAtHalfLife() {
        Instant[] now = {NOW};
        Clock clock = new Clock() {
            @Override
            public java.time.ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(java.time.ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now[0];
            }
        };
        ServerKey key = new ServerKey(
                new CertificateAuthority(new CaStore(dir.resolve("ca")), clock), new ServerNames(List.of()), clock);
        X509Certificate first = key.certificate();

        assertThat(key.renewWhenDue()).isFalse();
        now[0] = NOW.plus(CertificateAuthority.SERVER_LIFE.dividedBy(2)).plusSeconds(1);
        assertThat(key.renewWhenDue()).isTrue();
        assertThat(key.certificate().getNotAfter()).isAfter(first.getNotAfter());
        assertThat(key.keyManager().getCertificateChain("default")).startsWith(key.certificate());
    }

    private CertificateAuthority authorityAt(Instant instant) {
        return new CertificateAuthority(new CaStore(dir.resolve("ca")), Clock.fixed(instant, ZoneOffset.UTC));
    }

    private static String mode(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void validate(List<X509Certificate> chain, Instant at) throws Exception {
        var parameters = new PKIXParameters(Set.of(new TrustAnchor(chain.get(2), null)));
        parameters.setRevocationEnabled(false);
        parameters.setDate(Date.from(at));
        CertPathValidator.getInstance("PKIX")
                .validate(CertificateFactory.getInstance("X.509").generateCertPath(chain.subList(0, 2)), parameters);
    }
}
