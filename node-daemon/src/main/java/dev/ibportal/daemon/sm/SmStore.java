package dev.ibportal.daemon.sm;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.daemon.state.StateDir;
import java.util.Optional;

/** The document that this host follows, with held members as they are written. */
final class SmStore {
    private static final String FILE = "sm-document.pb";

    private final StateDir state;
    private Optional<SmDocument> applied;

    SmStore(StateDir state) {
        this.state = state;
        this.applied = state.read(FILE).map(this::parse);
    }

    private SmDocument parse(byte[] content) {
        try {
            return SmDocument.parseFrom(content);
        } catch (InvalidProtocolBufferException e) {
            // Without it, an omission could not be told from a removal any more; a person has to look.
            throw new IllegalStateException("the document in " + state.path().resolve(FILE) + " is damaged", e);
        }
    }

    synchronized Optional<SmDocument> applied() {
        return applied;
    }

    synchronized void save(SmDocument resolved) {
        state.write(FILE, resolved.toByteArray());
        applied = Optional.of(resolved);
    }
}
