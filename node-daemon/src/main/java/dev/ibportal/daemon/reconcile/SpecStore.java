package dev.ibportal.daemon.reconcile;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.host.Reading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** The newest spec on disk: its digest, then its bytes, unknown fields included. */
final class SpecStore {
    static final String FILE = "/spec";

    private final HostFiles state;
    private Optional<NodeSpec> newest;

    private SpecStore(HostFiles state, Optional<NodeSpec> newest) {
        this.state = state;
        this.newest = newest;
    }

    /** @throws IOException when there is a spec that cannot be read: going on without it would forget what people want */
    static SpecStore open(HostFiles state) throws IOException {
        Reading<String> text = state.read(FILE);
        if (text.isMissing()) {
            return new SpecStore(state, Optional.empty());
        }
        String known =
                text.found().orElseThrow(() -> new IOException(text.trouble().orElse(FILE)));
        return new SpecStore(state, Optional.of(parse(known)));
    }

    private static NodeSpec parse(String text) throws IOException {
        List<String> lines = text.lines().toList();
        if (lines.size() != 2 || !digest(lines.get(1)).equals(lines.get(0))) {
            throw new IOException("the stored spec is damaged: its digest does not fit; delete the file «spec» in"
                    + " state.dir, the portal sends it again");
        }
        try {
            return NodeSpec.parseFrom(Base64.getDecoder().decode(lines.get(1)));
        } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
            throw new IOException("the stored spec is damaged: " + e.getMessage(), e);
        }
    }

    Optional<NodeSpec> newest() {
        return newest;
    }

    void put(NodeSpec spec) throws IOException {
        String body = Base64.getEncoder().encodeToString(spec.toByteArray());
        state.write(FILE, digest(body) + "\n" + body + "\n", FileMode.OWNER_ONLY);
        newest = Optional.of(spec);
    }

    private static String digest(String body) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha256.digest(body.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
