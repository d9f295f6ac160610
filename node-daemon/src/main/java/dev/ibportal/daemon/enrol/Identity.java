package dev.ibportal.daemon.enrol;

import dev.ibportal.types.NodeIdentity;
import java.security.PrivateKey;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Who this daemon is to the portal, and whom it takes for the portal.
 *
 * @param nodeId the portal's id of this node
 * @param key made on this host, never leaves it
 * @param chain own certificate first
 * @param anchors CA certificates that a portal's chain must lead to
 * @param obtained when the portal gave it, by this host's clock
 */
public record Identity(
        String nodeId, PrivateKey key, List<X509Certificate> chain, List<X509Certificate> anchors, Instant obtained) {
    /** GeneralName type uniformResourceIdentifier (RFC 5280, 4.2.1.6). */
    private static final Integer URI_NAME = 6;

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

    /** What the certificate says that this daemon is and may do. */
    public NodeIdentity names() {
        try {
            Collection<List<?>> names = certificate().getSubjectAlternativeNames();
            return Stream.ofNullable(names)
                    .flatMap(Collection::stream)
                    .filter(name -> URI_NAME.equals(name.get(0)))
                    .map(name -> NodeIdentity.parse((String) name.get(1)))
                    .findFirst()
                    .orElseThrow(() -> new NotEnrolledException("the certificate of this host names no node"));
        } catch (CertificateParsingException e) {
            throw new NotEnrolledException("the certificate of this host cannot be read: " + e.getMessage(), e);
        }
    }

    public Instant expiry() {
        return certificate().getNotAfter().toInstant();
    }

    /**
     * Renewal is due here; the other half of the life is the time to get it done. Counted from when it was given: a
     * certificate's own beginning lies in the past, for the sake of clocks that are slow.
     */
    public Instant halfLife() {
        return obtained.plus(Duration.between(obtained, expiry()).dividedBy(2));
    }

    @Override
    public String toString() {
        return "Identity[" + nodeId + ", valid to " + expiry() + "]";
    }
}
