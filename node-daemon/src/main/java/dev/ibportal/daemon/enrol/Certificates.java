package dev.ibportal.daemon.enrol;

import com.google.protobuf.ByteString;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** Reading, naming and trusting X.509 certificates. */
final class Certificates {
    private Certificates() {}

    static List<X509Certificate> parse(Collection<byte[]> ders) throws CertificateException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        List<X509Certificate> all = new ArrayList<>();
        for (byte[] der : ders) {
            all.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(der)));
        }
        return all;
    }

    static List<X509Certificate> parseAll(List<ByteString> ders) throws CertificateException {
        return parse(ders.stream().map(ByteString::toByteArray).toList());
    }

    /** SHA-256 of the DER form, lower-case hex. */
    static String fingerprint(X509Certificate certificate) throws GeneralSecurityException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
        return HexFormat.of().formatHex(digest);
    }

    /** Trusts chains that lead to one of these, for the purpose and the host name that the handshake asks for. */
    static X509ExtendedTrustManager trusting(List<X509Certificate> anchors) throws GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        try {
            store.load(null, null);
        } catch (IOException e) {
            throw new GeneralSecurityException("an empty key store cannot be made", e);
        }
        for (int i = 0; i < anchors.size(); i++) {
            store.setCertificateEntry("ca" + i, anchors.get(i));
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509ExtendedTrustManager trust) {
                return trust;
            }
        }
        throw new GeneralSecurityException("this Java has no X.509 trust manager");
    }
}
