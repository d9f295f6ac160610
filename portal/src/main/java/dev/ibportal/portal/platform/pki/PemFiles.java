package dev.ibportal.portal.platform.pki;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaMiscPEMGenerator;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.util.io.pem.PemWriter;

/** Keys and chains as PEM files that only their owner can read; each file is replaced as a whole. */
final class PemFiles {
    private PemFiles() {}

    static void write(Path directory, String name, KeyAndChain content) throws IOException {
        replace(directory.resolve(name + ".key"), pem(writer -> {
            writer.writeObject(new JcaPKCS8Generator(content.key(), null));
        }));
        replace(directory.resolve(name + ".pem"), pem(writer -> {
            for (X509Certificate certificate : content.chain()) {
                writer.writeObject(new JcaMiscPEMGenerator(certificate));
            }
        }));
    }

    static KeyAndChain read(Path directory, String name) throws IOException {
        List<X509Certificate> chain = new ArrayList<>();
        var converter = new JcaX509CertificateConverter();
        for (Object part : parts(directory.resolve(name + ".pem"))) {
            try {
                chain.add(converter.getCertificate((X509CertificateHolder) part));
            } catch (CertificateException | ClassCastException e) {
                throw new IOException(directory.resolve(name + ".pem") + " holds something else than certificates", e);
            }
        }
        return new KeyAndChain(readKey(directory.resolve(name + ".key")), chain);
    }

    private static PrivateKey readKey(Path file) throws IOException {
        for (Object part : parts(file)) {
            if (part instanceof PrivateKeyInfo key) {
                return new JcaPEMKeyConverter().getPrivateKey(key);
            }
        }
        throw new IOException(file + " holds no private key in PKCS#8 form");
    }

    private static List<Object> parts(Path file) throws IOException {
        List<Object> parts = new ArrayList<>();
        try (PEMParser parser = new PEMParser(Files.newBufferedReader(file, StandardCharsets.US_ASCII))) {
            for (Object part = parser.readObject(); part != null; part = parser.readObject()) {
                parts.add(part);
            }
        }
        return parts;
    }

    /** Gives a complete directory its name; somebody else's stays. */
    static void moveDirectory(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (DirectoryNotEmptyException e) {
            throw asExisting(to, e);
        } catch (java.nio.file.FileSystemException e) {
            if (Files.exists(to)) {
                throw asExisting(to, e);
            }
            throw e;
        }
    }

    private static FileAlreadyExistsException asExisting(Path to, IOException cause) {
        FileAlreadyExistsException exists = new FileAlreadyExistsException(to.toString());
        exists.initCause(cause);
        return exists;
    }

    static void deleteDirectory(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    /** Temporary files are made with mode 0600, before there is any content. */
    private static void replace(Path file, String content) throws IOException {
        Path fresh = Files.createTempFile(file.getParent(), "." + file.getFileName(), null);
        try (FileChannel channel = FileChannel.open(fresh, java.nio.file.StandardOpenOption.WRITE)) {
            ByteBuffer bytes = StandardCharsets.US_ASCII.encode(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private interface Content {
        void writeTo(PemWriter writer) throws IOException;
    }

    private static String pem(Content content) throws IOException {
        StringWriter text = new StringWriter();
        try (PemWriter writer = new PemWriter(text)) {
            content.writeTo(writer);
        }
        return text.toString();
    }
}
