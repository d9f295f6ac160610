package dev.ibportal.daemon.reconcile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.daemon.host.Reading;
import java.io.IOException;
import java.util.Optional;

/**
 * A generation of the spec that was taken back, by a person or because it cut the host off: it is not tried again by
 * itself. A newer generation, or a person who applies the plan, ends that.
 */
final class Hold {
    static final String FILE = "/hold.json";

    private final HostFiles state;
    private Optional<Held> held;

    private record Held(long generation, String reason) {}

    private Hold(HostFiles state, Optional<Held> held) {
        this.state = state;
        this.held = held;
    }

    static Hold open(HostFiles state) throws IOException {
        Reading<String> text = state.read(FILE);
        if (text.isMissing()) {
            return new Hold(state, Optional.empty());
        }
        try {
            JsonNode node = Json.parse(text.found()
                    .orElseThrow(() -> new IOException(text.trouble().orElse(FILE))));
            return new Hold(
                    state,
                    Optional.of(new Held(
                            node.required("generation").asLong(),
                            node.required("reason").asText())));
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw new IOException("«hold.json» in state.dir is damaged (" + e.getMessage() + "); delete it", e);
        }
    }

    /** Why nothing is changed for the sake of this generation; empty when it may be followed. */
    Optional<String> reason(long generation) {
        return held.filter(h -> h.generation() == generation).map(Held::reason);
    }

    void put(long generation, String reason) throws IOException {
        held = Optional.of(new Held(generation, reason));
        ObjectNode node = Json.object();
        node.put("generation", generation);
        node.put("reason", reason);
        state.write(FILE, Json.print(node) + "\n", FileMode.OWNER_ONLY);
    }

    void end() throws IOException {
        if (held.isPresent()) {
            held = Optional.empty();
            state.delete(FILE);
        }
    }
}
