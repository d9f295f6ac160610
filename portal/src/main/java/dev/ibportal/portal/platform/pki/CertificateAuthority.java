package dev.ibportal.portal.platform.pki;

import dev.ibportal.portal.platform.pki.CertificateProfile.Issuer;
import dev.ibportal.portal.platform.pki.CertificateProfile.Subject;
import dev.ibportal.types.NodeIdentity;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.x509.GeneralName;

/**
 * Signs the certificates of nodes and of the daemons' port with the online intermediate. The root's key is needed only
 * to renew the intermediate, so it may be kept elsewhere for most of the time.
 */
public final class CertificateAuthority {
    static final Duration SERVER_LIFE = Duration.ofDays(30);

    private final CaStore store;
    private final Clock clock;
    private volatile KeyAndChain intermediate;

    CertificateAuthority(CaStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
        this.intermediate = store.loadOrCreate(clock.instant());
    }

    /** Last certificate of every chain; its fingerprint stands in enrolment tokens. */
    public X509Certificate root() {
        List<X509Certificate> chain = intermediate.chain();
        return chain.get(chain.size() - 1);
    }

    /** A client certificate for this node, followed by those above it. Never outlives the intermediate. */
    public List<X509Certificate> issueNode(CertificateRequest request, NodeIdentity identity, Duration life) {
        var names = List.of(new GeneralName(
                GeneralName.uniformResourceIdentifier, identity.uri().toString()));
        Subject subject = new Subject(identity.nodeId().toString(), request.key(), names);
        return issue(CertificateProfile.NODE, subject, life);
    }

    /** A fresh key with a server certificate for these names and addresses. */
    KeyAndChain issueServer(ServerNames names) {
        KeyPair pair = CertificateProfile.newKey();
        Subject subject = new Subject(NodeIdentity.PORTAL_TLS_NAME, pair.getPublic(), names.generalNames());
        return new KeyAndChain(pair.getPrivate(), issue(CertificateProfile.SERVER, subject, SERVER_LIFE));
    }

    private List<X509Certificate> issue(CertificateProfile profile, Subject subject, Duration life) {
        Instant now = clock.instant();
        KeyAndChain issuer = current(now);
        Instant end = issuer.certificate().getNotAfter().toInstant();
        Instant wanted = now.plus(life);
        List<X509Certificate> chain = new ArrayList<>();
        chain.add(profile.sign(subject, Issuer.of(issuer), now, wanted.isBefore(end) ? wanted : end));
        chain.addAll(issuer.chain());
        return List.copyOf(chain);
    }

    private KeyAndChain current(Instant now) {
        if (intermediate.halfLife().isBefore(now)) {
            synchronized (this) {
                intermediate = store.loadOrCreate(now);
            }
        }
        return intermediate;
    }
}
