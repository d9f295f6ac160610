package dev.ibportal.daemon.reconcile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.host.Json;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which wish each interface was in sync with, and when it drifted. Losing it costs little: the next pass takes drift for
 * work to be done, and does it.
 */
final class DriftMemory {
    static final String FILE = "/drift.json";

    private static final Logger LOG = LoggerFactory.getLogger(DriftMemory.class);

    private final HostFiles state;
    private final Map<String, History> histories;
    private boolean changed;

    /**
     * @param wish digest of the wish that was met
     * @param found when it drifted, oldest first
     */
    record History(String wish, List<Instant> found, Optional<Instant> repairNotBefore) {
        private static final History NONE = new History("", List.of(), Optional.empty());

        History {
            found = List.copyOf(found);
        }
    }

    private DriftMemory(HostFiles state, Map<String, History> histories) {
        this.state = state;
        this.histories = histories;
    }

    static DriftMemory open(HostFiles state) {
        Map<String, History> histories = new TreeMap<>();
        try {
            Optional<String> text = state.read(FILE).found();
            if (text.isPresent()) {
                Json.parse(text.get())
                        .path("interfaces")
                        .forEach(node -> histories.put(node.path("id").asText(), history(node)));
            }
        } catch (JsonProcessingException | DateTimeParseException e) {
            LOG.warn("«drift.json» in state.dir is damaged and is begun anew: {}", e.getMessage());
            histories.clear();
        }
        return new DriftMemory(state, histories);
    }

    private static History history(JsonNode node) {
        List<Instant> found = new ArrayList<>();
        node.path("found").forEach(at -> found.add(Instant.parse(at.asText())));
        return new History(
                node.path("wish").asText(),
                found,
                node.has("repairNotBefore")
                        ? Optional.of(Instant.parse(node.get("repairNotBefore").asText()))
                        : Optional.empty());
    }

    History history(String id) {
        return histories.getOrDefault(id, History.NONE);
    }

    boolean wasInSync(InterfaceItem item) {
        return item.hasPresent() && history(item.getInterfaceId()).wish().equals(SpecText.digest(item));
    }

    void inSync(InterfaceItem item) {
        History before = history(item.getInterfaceId());
        String wish = SpecText.digest(item);
        if (!before.wish().equals(wish)) {
            put(item.getInterfaceId(), new History(wish, before.found(), before.repairNotBefore()));
        }
    }

    void found(String id, Instant at, Duration window) {
        History before = history(id);
        List<Instant> found = new ArrayList<>(before.found());
        found.removeIf(old -> old.isBefore(at.minus(window)));
        found.add(at);
        put(id, new History(before.wish(), found, before.repairNotBefore()));
    }

    void repaired(String id, Instant notBefore) {
        History before = history(id);
        put(id, new History(before.wish(), before.found(), Optional.of(notBefore)));
    }

    void forget(String id) {
        if (histories.remove(id) != null) {
            changed = true;
        }
    }

    private void put(String id, History history) {
        histories.put(id, history);
        changed = true;
    }

    void save() {
        if (!changed) {
            return;
        }
        ObjectNode root = Json.object();
        ArrayNode list = root.putArray("interfaces");
        histories.forEach((id, history) -> {
            ObjectNode node = list.addObject();
            node.put("id", id);
            node.put("wish", history.wish());
            ArrayNode found = node.putArray("found");
            history.found().forEach(at -> found.add(at.toString()));
            history.repairNotBefore().ifPresent(at -> node.put("repairNotBefore", at.toString()));
        });
        try {
            state.writeSoon(FILE, Json.print(root) + "\n", FileMode.OWNER_ONLY);
            changed = false;
        } catch (IOException e) {
            LOG.warn("«drift.json» in state.dir cannot be written: {}", e.getMessage());
        }
    }
}
