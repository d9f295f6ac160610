package dev.ibportal.portal.seal;

import dev.ibportal.audit.KeyRing;
import dev.ibportal.audit.SealKeys;
import dev.ibportal.portal.platform.config.PortalSettings;
import dev.ibportal.portal.platform.config.PrivateFiles;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.util.Base64;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The signing keys on disk, outside the database: {@code seal-0001.key}, {@code seal-0002.key} … each 0600; the last one
 * signs. Made when there is none.
 */
@Singleton
class SealKeyStore {
    private static final Logger LOG = Logger.getLogger(SealKeyStore.class);
    private static final String PREFIX = "seal-";
    private static final String SUFFIX = ".key";

    private final Path directory;
    private @Nullable SealKey current;

    SealKeyStore(SealConfig config, PortalSettings settings) {
        directory = config.keyDirectory().orElseGet(() -> settings.dataDir().resolve("audit-keys"));
    }

    /** A key that signs, with what makes it follow the one before. */
    record SealKey(KeyRing.Key shown, PrivateKey secret) {
        byte[] sign(byte[] message) {
            return SealKeys.sign(secret, message);
        }
    }

    synchronized SealKey current() {
        SealKey known = current;
        Path newest = newest();
        if (newest == null) {
            known = make(1, null);
        } else if (known == null || !newest.equals(file(number(newest))) || !matches(newest, known)) {
            known = load(newest);
        }
        current = known;
        return known;
    }

    /** Makes a new key, for which the present one vouches; from now on it signs. */
    synchronized SealKey rotate() {
        SealKey before = current();
        Path newest = newest();
        current = make(newest == null ? 1 : number(newest) + 1, before);
        return current;
    }

    Path directory() {
        return directory;
    }

    /** The public halves of all keys that are there, the oldest first. */
    List<KeyRing.Key> all() {
        return files().stream().map(file -> load(file).shown()).toList();
    }

    private @Nullable Path newest() {
        List<Path> keys = files();
        return keys.isEmpty() ? null : keys.get(keys.size() - 1);
    }

    private List<Path> files() {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(
                            file -> name(file).startsWith(PREFIX) && name(file).endsWith(SUFFIX))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the audit log's keys in " + directory + " cannot be listed", e);
        }
    }

    private Path file(int number) {
        return directory.resolve(String.format(java.util.Locale.ROOT, "%s%04d%s", PREFIX, number, SUFFIX));
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    private static int number(Path file) {
        String name = name(file);
        return Integer.parseInt(name.substring(PREFIX.length(), name.length() - SUFFIX.length()));
    }

    private static boolean matches(Path file, SealKey key) {
        return read(file).getProperty("id", "").equals(key.shown().id());
    }

    private static Properties read(Path file) {
        Properties values = new Properties();
        try (var reader = Files.newBufferedReader(file)) {
            values.load(reader);
            return values;
        } catch (IOException e) {
            throw new UncheckedIOException("the audit log's key " + file + " cannot be read", e);
        }
    }

    private static SealKey load(Path file) {
        Properties values = read(file);
        try {
            Base64.Decoder base64 = Base64.getDecoder();
            byte[] open = base64.decode(values.getProperty("public", ""));
            String endorsement = values.getProperty("endorsement");
            KeyRing.Key shown = new KeyRing.Key(
                    SealKeys.id(open),
                    open,
                    values.getProperty("endorsed-by"),
                    endorsement == null ? null : base64.decode(endorsement));
            return new SealKey(shown, SealKeys.privateKey(base64.decode(values.getProperty("secret", ""))));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalStateException(file + " is no key of the audit log", e);
        }
    }

    private SealKey make(int number, @Nullable SealKey before) {
        try {
            KeyPair pair = KeyPairGenerator.getInstance(SealKeys.ALGORITHM).generateKeyPair();
            byte[] open = pair.getPublic().getEncoded();
            byte[] endorsement = before == null ? null : before.sign(SealKeys.endorsement(open));
            KeyRing.Key shown = new KeyRing.Key(
                    SealKeys.id(open),
                    open,
                    before == null ? null : before.shown().id(),
                    endorsement);
            PrivateFiles.write(file(number), text(shown, pair.getPrivate()));
            LOG.infof("made audit key %s in %s", shown.id(), directory);
            return new SealKey(shown, pair.getPrivate());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + SealKeys.ALGORITHM, e);
        }
    }

    private static String text(KeyRing.Key shown, PrivateKey secret) {
        Base64.Encoder base64 = Base64.getEncoder();
        StringBuilder text = new StringBuilder(
                        "# Signs the audit log's seals. Keep it out of the database and its backups.\n")
                .append("id=" + shown.id() + "\n")
                .append("public=" + base64.encodeToString(shown.publicKey()) + "\n")
                .append("secret=" + base64.encodeToString(secret.getEncoded()) + "\n");
        byte[] endorsement = shown.endorsement();
        if (endorsement != null) {
            text.append("endorsed-by=" + shown.endorsedBy() + "\n")
                    .append("endorsement=" + base64.encodeToString(endorsement) + "\n");
        }
        return text.toString();
    }
}
