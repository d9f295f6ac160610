package dev.ibportal.daemon.enrol;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.daemon.state.StateDir;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the identity in one file, because key, certificate and trust anchors only make sense together: a renewal must
 * never be seen by halves.
 */
public final class IdentityStore {
    private static final String FILE = "identity.json";
    private static final Base64.Encoder BASE64 = Base64.getEncoder();

    private final StateDir state;

    public IdentityStore(StateDir state) {
        this.state = state;
    }

    public Optional<Identity> find() {
        return state.read(FILE).map(this::parse);
    }

    public Identity load() {
        return find().orElseThrow(() -> new NotEnrolledException("this host is not enrolled: no identity in "
                + state.path() + "; run 'ibnoded enrol' with a token from the portal"));
    }

    public void save(Identity identity) {
        ObjectNode file = Json.object();
        file.put("nodeId", identity.nodeId());
        file.put("key", BASE64.encodeToString(identity.key().getEncoded()));
        file.put("obtained", identity.obtained().toString());
        put(file.putArray("chain"), identity.chain());
        put(file.putArray("anchors"), identity.anchors());
        state.write(FILE, (Json.print(file) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void put(ArrayNode array, List<X509Certificate> certificates) {
        try {
            for (X509Certificate certificate : certificates) {
                array.add(BASE64.encodeToString(certificate.getEncoded()));
            }
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("a certificate has no DER form", e);
        }
    }

    private Identity parse(byte[] content) {
        try {
            JsonNode file = Json.parse(new String(content, StandardCharsets.UTF_8));
            byte[] key = Base64.getDecoder().decode(file.required("key").asText());
            return new Identity(
                    file.required("nodeId").asText(),
                    KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(key)),
                    certificates(file.required("chain")),
                    certificates(file.required("anchors")),
                    Instant.parse(file.required("obtained").asText()));
        } catch (JsonProcessingException
                | GeneralSecurityException
                | IllegalArgumentException
                | DateTimeParseException e) {
            throw new NotEnrolledException(
                    "the identity in " + state.path().resolve(FILE) + " is damaged (" + e.getMessage()
                            + "); enrol this host again with a new token",
                    e);
        }
    }

    private static List<X509Certificate> certificates(JsonNode array) throws CertificateException {
        List<byte[]> ders = new ArrayList<>();
        array.forEach(item -> ders.add(Base64.getDecoder().decode(item.asText())));
        return Certificates.parse(ders);
    }
}
