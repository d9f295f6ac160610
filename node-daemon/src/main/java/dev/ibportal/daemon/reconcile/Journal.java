package dev.ibportal.daemon.reconcile;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.ipoib.Applied;
import dev.ibportal.daemon.ipoib.AppliedStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Memory of applied items, and the intentions of the pass under way. A pass that was killed leaves its intentions
 * behind; they are taken into the memory at the next start, so that the next pass, which compares the host with the
 * newest spec anyway, knows whatever the killed one made as ours, and finishes it or removes it.
 */
final class Journal implements AppliedStore {
    static final String APPLIED = "/applied.json";
    static final String INTENDED = "/journal.json";

    private final HostFiles state;
    private Map<String, Applied> applied;
    private boolean passUnderWay;

    private Journal(HostFiles state, Map<String, Applied> applied) {
        this.state = state;
        this.applied = applied;
    }

    /** @throws IOException when memory cannot be read: without it the omission of applied items would go unnoticed */
    static Journal open(HostFiles state) throws IOException {
        Map<String, Applied> applied = new LinkedHashMap<>(read(state, APPLIED));
        Map<String, Applied> intended = read(state, INTENDED);
        Journal journal = new Journal(state, applied);
        if (!intended.isEmpty()) {
            applied.putAll(intended);
            journal.passUnderWay = true;
            journal.settle(applied);
        }
        return journal;
    }

    private static Map<String, Applied> read(HostFiles state, String file) throws IOException {
        Reading<String> text = state.read(file);
        if (text.isMissing()) {
            return Map.of();
        }
        String known =
                text.found().orElseThrow(() -> new IOException(text.trouble().orElse(file)));
        try {
            return AppliedJson.parse(known);
        } catch (JsonProcessingException | RuntimeException e) {
            throw new IOException(
                    "«" + file.substring(1) + "» in state.dir is damaged (" + e.getMessage()
                            + "); put back a good copy, or delete it after comparing the host with the portal by hand",
                    e);
        }
    }

    @Override
    public Map<String, Applied> all() {
        return Map.copyOf(applied);
    }

    @Override
    public void intend(Collection<Applied> claims) {
        Map<String, Applied> byId = new LinkedHashMap<>();
        claims.forEach(claim -> byId.put(claim.interfaceId(), claim));
        write(INTENDED, byId);
        passUnderWay = true;
    }

    @Override
    public void settle(Map<String, Applied> all) {
        write(APPLIED, all);
        applied = new LinkedHashMap<>(all);
        if (passUnderWay) {
            try {
                state.delete(INTENDED);
            } catch (IOException e) {
                throw new UncheckedIOException("the journal of a finished pass cannot be removed", e);
            }
            passUnderWay = false;
        }
    }

    private void write(String file, Map<String, Applied> items) {
        try {
            state.write(file, AppliedJson.print(items), FileMode.OWNER_ONLY);
        } catch (IOException e) {
            throw new UncheckedIOException("«" + file.substring(1) + "» in state.dir cannot be written", e);
        }
    }

    /** What is remembered of one item. */
    Optional<Applied> of(String interfaceId) {
        return Optional.ofNullable(applied.get(interfaceId));
    }
}
