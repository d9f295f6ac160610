package dev.ibportal.portal.platform.pki;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.session.transport.AgentServer;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;

/** The port stays open while its certificate changes. */
@QuarkusTest
class ServerKeyTest {
    @Inject
    ServerKey key;

    @Inject
    CertificateAuthority authority;

    @Inject
    AgentServer server;

    @Test
    void newHandshakesGetTheNewCertificate() throws Exception {
        Certificate before = presented();
        assertThat(before).isEqualTo(key.certificate());

        key.renew();

        assertThat(presented()).isEqualTo(key.certificate()).isNotEqualTo(before);
    }

    private Certificate presented() throws Exception {
        KeyStore anchors = KeyStore.getInstance(KeyStore.getDefaultType());
        anchors.load(null, null);
        anchors.setCertificateEntry("root", authority.root());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(anchors);
        SSLContext tls = SSLContext.getInstance("TLSv1.3");
        tls.init(null, trust.getTrustManagers(), null);
        try (SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket("127.0.0.1", server.port())) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            assertThat(socket.getSession().getPeerCertificates()).hasSize(3).endsWith(authority.root());
            return socket.getSession().getPeerCertificates()[0];
        }
    }
}
