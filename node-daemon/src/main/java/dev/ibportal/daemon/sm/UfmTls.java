package dev.ibportal.daemon.sm;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** TLS towards UFM: its certificate is always checked, and ours shown where that is how we sign in. */
final class UfmTls {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final List<String> KEY_TYPES = List.of("EC", "RSA", "Ed25519");

    private UfmTls() {}

    static SSLContext context(UfmSettings settings) throws UfmTrouble {
        KeyManager @Nullable [] ours =
                settings.signIn() instanceof UfmSignIn.Certificate certificate ? keys(certificate) : null;
        TrustManager @Nullable [] theirs = settings.authorities().isPresent()
                ? trust(settings.authorities().get())
                : null;
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(ours, theirs, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new UfmTrouble("TLS towards UFM cannot be set up: " + e.getMessage(), e);
        }
    }

    private static TrustManager[] trust(Path file) throws UfmTrouble {
        try {
            KeyStore store = empty();
            int number = 0;
            for (Certificate authority : certificates(file)) {
                store.setCertificateEntry("authority-" + number++, authority);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return factory.getTrustManagers();
        } catch (GeneralSecurityException | IOException e) {
            throw new UfmTrouble(file + " holds no usable certificates: " + e.getMessage(), e);
        }
    }

    private static KeyManager[] keys(UfmSignIn.Certificate signIn) throws UfmTrouble {
        PrivateKey key = key(signIn.key());
        try {
            KeyStore store = empty();
            store.setKeyEntry(
                    "own", key, new char[0], certificates(signIn.chain()).toArray(Certificate[]::new));
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, new char[0]);
            return factory.getKeyManagers();
        } catch (GeneralSecurityException | IOException e) {
            throw new UfmTrouble(signIn.chain() + " is no usable client certificate: " + e.getMessage(), e);
        }
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static Collection<? extends Certificate> certificates(Path file)
            throws GeneralSecurityException, IOException {
        byte[] pem = Files.readAllBytes(file);
        return CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem));
    }

    private static PrivateKey key(Path file) throws UfmTrouble {
        Matcher pem = KEY.matcher(SecretFile.read(file));
        if (!pem.find()) {
            throw new UfmTrouble(file + " holds no key in PKCS #8 (-----BEGIN PRIVATE KEY-----)");
        }
        PKCS8EncodedKeySpec spec = new PKCS8EncodedKeySpec(
                Base64.getMimeDecoder().decode(pem.group(1).getBytes(StandardCharsets.US_ASCII)));
        for (String type : KEY_TYPES) {
            Optional<PrivateKey> key = key(type, spec);
            if (key.isPresent()) {
                return key.get();
            }
        }
        throw new UfmTrouble(file + " holds a key that is none of " + KEY_TYPES);
    }

    /** Empty: it is of another type. */
    private static Optional<PrivateKey> key(String type, PKCS8EncodedKeySpec spec) throws UfmTrouble {
        try {
            return Optional.of(KeyFactory.getInstance(type).generatePrivate(spec));
        } catch (InvalidKeySpecException e) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new UfmTrouble("keys of type " + type + " cannot be read by this Java", e);
        }
    }
}
