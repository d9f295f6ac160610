package dev.ibportal.portal.platform.pki;

import dev.ibportal.portal.platform.pki.CertificateProfile.Issuer;
import dev.ibportal.portal.platform.pki.CertificateProfile.Subject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.jboss.logging.Logger;

/**
 * The authority on disk: {@code root.pem}, {@code root.key}, {@code intermediate.pem} and {@code intermediate.key}, all
 * 0600 in a directory with 0700. Made once, as a whole; the intermediate is renewed at half life.
 */
final class CaStore {
    static final Duration ROOT_LIFE = Duration.ofDays(20 * 365);
    static final Duration INTERMEDIATE_LIFE = Duration.ofDays(2 * 365);

    private static final Logger LOG = Logger.getLogger(CaStore.class);

    private final Path directory;

    CaStore(Path directory) {
        this.directory = directory;
    }

    /** The intermediate with its chain; made or renewed where needed. */
    KeyAndChain loadOrCreate(Instant now) {
        try {
            if (!Files.exists(directory)) {
                create(now);
            }
            KeyAndChain intermediate = load("intermediate");
            return intermediate.halfLife().isBefore(now) ? renewed(intermediate, now) : intermediate;
        } catch (IOException e) {
            throw new UncheckedIOException("the certificate authority in " + directory + " cannot be used", e);
        }
    }

    /** A second portal that starts at the same moment finds the directory complete or not at all. */
    private void create(Instant now) throws IOException {
        Path parent = directory.toAbsolutePath().getParent();
        Files.createDirectories(parent);
        Path fresh = Files.createTempDirectory(parent, ".ca-");
        try {
            KeyAndChain root = newRoot(now);
            PemFiles.write(fresh, "root", root);
            PemFiles.write(fresh, "intermediate", newIntermediate(root, now));
            PemFiles.moveDirectory(fresh, directory);
            LOG.infof("made a certificate authority in %s", directory);
        } catch (FileAlreadyExistsException e) {
            PemFiles.deleteDirectory(fresh);
        }
    }

    private KeyAndChain renewed(KeyAndChain old, Instant now) throws IOException {
        if (!Files.exists(directory.resolve("root.key"))) {
            LOG.warnf(
                    "the intermediate certificate ends at %s and cannot be renewed: put root.key back into %s",
                    old.certificate().getNotAfter().toInstant(), directory);
            return old;
        }
        KeyAndChain fresh = newIntermediate(load("root"), now);
        PemFiles.write(directory, "intermediate", fresh);
        LOG.infof("renewed the intermediate certificate in %s", directory);
        return fresh;
    }

    private KeyAndChain load(String name) throws IOException {
        return PemFiles.read(directory, name);
    }

    private static KeyAndChain newRoot(Instant now) {
        KeyPair pair = CertificateProfile.newKey();
        String name = "ibportal root";
        Issuer self = new Issuer(new X500Name("CN=" + name), pair.getPublic(), pair.getPrivate());
        Subject subject = new Subject(name, pair.getPublic(), List.of());
        X509Certificate certificate = CertificateProfile.ROOT.sign(subject, self, now, now.plus(ROOT_LIFE));
        return new KeyAndChain(pair.getPrivate(), List.of(certificate));
    }

    private static KeyAndChain newIntermediate(KeyAndChain root, Instant now) {
        KeyPair pair = CertificateProfile.newKey();
        Subject subject = new Subject("ibportal intermediate", pair.getPublic(), List.of());
        X509Certificate certificate =
                CertificateProfile.INTERMEDIATE.sign(subject, Issuer.of(root), now, now.plus(INTERMEDIATE_LIFE));
        return new KeyAndChain(pair.getPrivate(), List.of(certificate, root.certificate()));
    }
}
