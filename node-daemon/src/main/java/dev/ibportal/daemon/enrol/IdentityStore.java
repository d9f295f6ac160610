package dev.ibportal.daemon.enrol;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ibportal.daemon.state.StateDir;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the identity in one file, because key, certificate and trust anchors only make sense together: a renewal must
 * never be seen by halves.
 */
public final class IdentityStore {
    private static final String FILE = "identity.json";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final StateDir state;

    public IdentityStore(StateDir state) {
        this.state = state;
    }

    @SuppressWarnings("ArrayRecordComponent")
    record Stored(String nodeId, byte[] key, List<byte[]> chain, List<byte[]> anchors) {}

    public Optional<Identity> find() {
        return state.read(FILE).map(this::parse);
    }

    public Identity load() {
        return find().orElseThrow(() -> new NotEnrolledException("this host is not enrolled: no identity in "
                + state.path() + "; run 'ibnoded enrol' with a token from the portal"));
    }

    public void save(Identity identity) {
        try {
            state.write(
                    FILE,
                    JSON.writeValueAsBytes(new Stored(
                            identity.nodeId(),
                            identity.key().getEncoded(),
                            encoded(identity.chain()),
                            encoded(identity.anchors()))));
        } catch (IOException | CertificateEncodingException e) {
            throw new IllegalStateException("the identity cannot be encoded", e);
        }
    }

    private Identity parse(byte[] content) {
        try {
            Stored stored = JSON.readValue(content, Stored.class);
            return new Identity(
                    stored.nodeId(),
                    KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(stored.key())),
                    Certificates.parse(stored.chain()),
                    Certificates.parse(stored.anchors()));
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new NotEnrolledException(
                    "the identity in " + state.path().resolve(FILE) + " is damaged (" + e.getMessage()
                            + "); enrol this host again with a new token",
                    e);
        }
    }

    private static List<byte[]> encoded(List<X509Certificate> certificates) throws CertificateEncodingException {
        List<byte[]> all = new ArrayList<>();
        for (X509Certificate certificate : certificates) {
            all.add(certificate.getEncoded());
        }
        return all;
    }
}
