package dev.ibportal.daemon.enrol;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Who this daemon is to the portal, and whom it takes for the portal.
 *
 * @param nodeId the portal's id of this node
 * @param key made on this host, never leaves it
 * @param chain own certificate first
 * @param anchors CA certificates that a portal's chain must lead to
 */
public record Identity(String nodeId, PrivateKey key, List<X509Certificate> chain, List<X509Certificate> anchors) {
    public Identity {
        chain = List.copyOf(chain);
        anchors = List.copyOf(anchors);
        if (chain.isEmpty() || anchors.isEmpty()) {
            throw new IllegalArgumentException("an identity needs a certificate and a CA certificate");
        }
    }

    public X509Certificate certificate() {
        return chain.get(0);
    }

    public Instant expiry() {
        return certificate().getNotAfter().toInstant();
    }

    /** Renewal is due here; the other half of the life is the time to get it done. */
    public Instant halfLife() {
        Instant from = certificate().getNotBefore().toInstant();
        return from.plus(Duration.between(from, expiry()).dividedBy(2));
    }

    @Override
    public String toString() {
        return "Identity[" + nodeId + ", valid to " + expiry() + "]";
    }
}
