package dev.ibportal.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes an export as a ZIP: the events, the proof, the manifest and its signature, in that order and never back: it can
 * go straight to the network, and without its end it is no ZIP.
 */
public final class BundleWriter {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ZipOutputStream zip;
    private MessageDigest sha = Hashing.sha256();

    public BundleWriter(OutputStream out) {
        zip = new ZipOutputStream(out, StandardCharsets.UTF_8);
        zip.setLevel(Deflater.BEST_SPEED);
    }

    /** Begins the next file; what is written to the answer is hashed. */
    public OutputStream begin(String name) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        sha = Hashing.sha256();
        MessageDigest current = sha;
        return new FilterOutputStream(zip) {
            @Override
            public void write(int value) throws IOException {
                current.update((byte) value);
                zip.write(value);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                current.update(bytes, from, length);
                zip.write(bytes, from, length);
            }

            @Override
            public void close() throws IOException {
                flush();
            }
        };
    }

    /** @return SHA-256 of the file that was begun last */
    public String end() throws IOException {
        zip.closeEntry();
        return HexFormat.of().formatHex(sha.digest());
    }

    public static byte[] line(ProofLine proof) throws JsonProcessingException {
        return (JSON.writeValueAsString(proof) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    public static byte[] text(ExportManifest manifest) throws JsonProcessingException {
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(manifest);
    }

    public void file(String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }

    public void finish() throws IOException {
        zip.finish();
    }
}
