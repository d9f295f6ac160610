package dev.ibportal.portal.session.transport;

import dev.ibportal.portal.platform.pki.CertificateAuthority;
import dev.ibportal.portal.platform.pki.ServerKey;
import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import javax.net.ssl.SSLException;
import org.jboss.logging.Logger;

/** TLS 1.3 only. A client certificate is optional, but one that is presented must be good. */
final class AgentTls {
    private static final Logger LOG = Logger.getLogger(AgentTls.class);

    private AgentTls() {}

    static SslContext context(CertificateAuthority authority, ServerKey key) {
        try {
            SslContextBuilder builder = SslContextBuilder.forServer(key.keyManager())
                    .trustManager(authority.root())
                    .clientAuth(ClientAuth.OPTIONAL)
                    .protocols("TLSv1.3");
            return GrpcSslContexts.configure(builder, provider()).build();
        } catch (SSLException e) {
            throw new IllegalStateException("TLS for the daemons' port cannot be set up", e);
        }
    }

    /** BoringSSL costs a third of the JDK's handshakes; the JDK is there where it does not load. */
    private static SslProvider provider() {
        if (OpenSsl.isAvailable()) {
            return SslProvider.OPENSSL;
        }
        LOG.warnf("BoringSSL cannot be loaded, TLS by the JDK is used instead: %s", OpenSsl.unavailabilityCause());
        return SslProvider.JDK;
    }
}
