package dev.ibportal.portal.platform.pki;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A private key with its certificate and the certificates above it.
 *
 * @param key private key of the first certificate
 * @param chain own certificate first, root last
 */
public record KeyAndChain(PrivateKey key, List<X509Certificate> chain) {
    public KeyAndChain {
        chain = List.copyOf(chain);
        if (chain.isEmpty()) {
            throw new IllegalArgumentException("a key without a certificate is no identity");
        }
    }

    public X509Certificate certificate() {
        return chain.get(0);
    }

    Instant halfLife() {
        Instant from = certificate().getNotBefore().toInstant();
        Instant to = certificate().getNotAfter().toInstant();
        return from.plus(Duration.between(from, to).dividedBy(2));
    }

    @Override
    public String toString() {
        return "KeyAndChain[" + certificate().getSubjectX500Principal() + "]";
    }
}
