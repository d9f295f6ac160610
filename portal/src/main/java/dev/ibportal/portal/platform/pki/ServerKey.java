package dev.ibportal.portal.platform.pki;

import io.grpc.util.AdvancedTlsX509KeyManager;
import java.security.cert.X509Certificate;
import java.time.Clock;
import javax.net.ssl.X509ExtendedKeyManager;

/** Key and certificate of the daemons' port: changed while running, new handshakes get the new one. */
public final class ServerKey {
    private final CertificateAuthority authority;
    private final ServerNames names;
    private final Clock clock;
    private final AdvancedTlsX509KeyManager keyManager = new AdvancedTlsX509KeyManager();
    private volatile KeyAndChain current;

    ServerKey(CertificateAuthority authority, ServerNames names, Clock clock) {
        this.authority = authority;
        this.names = names;
        this.clock = clock;
        this.current = authority.issueServer(names);
        install();
    }

    public X509ExtendedKeyManager keyManager() {
        return keyManager;
    }

    public X509Certificate certificate() {
        return current.certificate();
    }

    /**
     * Makes a new certificate when the present one has lived half its time.
     *
     * @return whether it did
     */
    public synchronized boolean renewWhenDue() {
        if (clock.instant().isBefore(current.halfLife())) {
            return false;
        }
        renew();
        return true;
    }

    synchronized void renew() {
        current = authority.issueServer(names);
        install();
    }

    private void install() {
        keyManager.updateIdentityCredentials(current.chain().toArray(new X509Certificate[0]), current.key());
    }
}
