package dev.ibportal.daemon.reconcile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.ipoib.Applied;
import dev.ibportal.daemon.ipoib.AppliedStore;
import dev.ibportal.daemon.ipoib.Undo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Memory of applied items, and the transaction under way. A life that was cut off leaves the transaction behind. If it
 * was to be kept as a whole, or the host may have cut itself off, the next life goes its way back. Otherwise it takes the
 * claims into its memory, so that its next pass, which compares the host with the newest spec anyway, knows whatever the
 * killed one made as ours, and finishes it or removes it.
 */
final class Journal implements AppliedStore {
    static final String APPLIED = "/applied.json";
    static final String INTENDED = "/journal.json";

    static final String KEPT = "/" + TransactionId.FILE;

    /** In what is intended: memory as it was, for the way back. */
    private static final String BEFORE = "before";

    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    private final HostFiles state;
    private Map<String, Applied> applied;
    private Optional<CutOff> cutOff = Optional.empty();
    private boolean passUnderWay;
    private boolean undoIfCutOff;
    private boolean unsaved;

    private Journal(HostFiles state, Map<String, Applied> applied) {
        this.state = state;
        this.applied = applied;
    }

    /** A transaction that has to be taken back, and what it may have made ours. */
    record CutOff(Undo wayBack, Map<String, Applied> claims) {}

    /** The last transaction that was kept, and the memory from before it. */
    record Kept(Undo wayBack, Map<String, Applied> before) {}

    /**
     * Reads, and writes nothing.
     *
     * @throws IOException when memory cannot be read: without it the omission of applied items would go unnoticed
     */
    static Journal open(HostFiles state) throws IOException {
        Map<String, Applied> applied =
                read(state, APPLIED).map(AppliedJson::items).orElseGet(LinkedHashMap::new);
        Journal journal = new Journal(state, applied);
        Optional<JsonNode> intended = read(state, INTENDED);
        if (intended.isPresent()) {
            Map<String, Applied> claims = AppliedJson.items(intended.get());
            journal.passUnderWay = true;
            if (intended.get().path("undo").asBoolean(false)) {
                Undo wayBack = UndoJson.parse(intended.get().path("wayBack"));
                journal.cutOff = Optional.of(new CutOff(wayBack, claims));
                // It may have ended after it had written down what it kept, and that is taken back now.
                if (intended.get().has(BEFORE)) {
                    journal.applied = AppliedJson.items(intended.get().path(BEFORE));
                    journal.unsaved = true;
                }
            } else {
                applied.putAll(claims);
                journal.unsaved = true;
            }
        }
        return journal;
    }

    private static Optional<JsonNode> read(HostFiles state, String file) throws IOException {
        Reading<String> text = state.read(file);
        if (text.isMissing()) {
            return Optional.empty();
        }
        String known =
                text.found().orElseThrow(() -> new IOException(text.trouble().orElse(file)));
        try {
            JsonNode root = Json.parse(known);
            AppliedJson.items(root);
            UndoJson.parse(root.path("wayBack"));
            return Optional.of(root);
        } catch (JsonProcessingException | RuntimeException e) {
            String why = e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
            throw new IOException(
                    "«" + file.substring(1) + "» in state.dir is damaged (" + why
                            + "); put back a good copy, or delete it after comparing the host with the portal by hand",
                    e);
        }
    }

    @Override
    public Map<String, Applied> all() {
        return Map.copyOf(applied);
    }

    /** What an earlier life left and has to be taken back before anything else is done. */
    Optional<CutOff> cutOff() {
        return cutOff;
    }

    /** Whether an earlier life left a transaction of either kind. */
    boolean isUnfinished() {
        return passUnderWay;
    }

    Optional<Kept> kept() throws IOException {
        return read(state, KEPT).map(root -> new Kept(UndoJson.parse(root.path("wayBack")), AppliedJson.items(root)));
    }

    String lastTransaction() {
        return TransactionId.of(state.read(KEPT).found());
    }

    void forgetKept() throws IOException {
        state.delete(KEPT);
    }

    @Override
    public void intend(Collection<Applied> claims, Undo wayBack, boolean undo) {
        Map<String, Applied> byId = new LinkedHashMap<>();
        claims.forEach(claim -> byId.put(claim.interfaceId(), claim));
        ObjectNode root = AppliedJson.root(byId);
        root.put("undo", undo);
        root.set(BEFORE, AppliedJson.root(applied));
        UndoJson.print(wayBack, root.putArray("wayBack"));
        try {
            write(INTENDED, root);
        } catch (IOException e) {
            throw new UncheckedIOException("«" + INTENDED.substring(1) + "» in state.dir cannot be written", e);
        }
        passUnderWay = true;
        undoIfCutOff = undo;
    }

    /**
     * The host is what it is now, whether or not that can be written down: so trouble does not fail the pass. What was
     * intended then stays on disk, and the next life goes on from there.
     */
    @Override
    public void settle(Map<String, Applied> all) {
        try {
            save(all);
        } catch (IOException e) {
            unsaved = true;
            LOG.error(
                    "what was applied cannot be written to state.dir, it is tried again with the next pass: {}",
                    "" + e);
        }
        applied = new LinkedHashMap<>(all);
    }

    @Override
    public void commit(Map<String, Applied> all, Undo wayBack) {
        keep(wayBack);
        if (!undoIfCutOff) {
            settle(all);
            return;
        }
        try {
            save(all);
        } catch (IOException e) {
            throw new UncheckedIOException("that it was kept cannot be written to state.dir", e);
        }
        applied = new LinkedHashMap<>(all);
    }

    /** Without it nobody can go back any more, and that is all. */
    private void keep(Undo wayBack) {
        try {
            ObjectNode root = AppliedJson.root(applied);
            UndoJson.print(wayBack, root.putArray("wayBack"));
            write(KEPT, root);
        } catch (IOException e) {
            LOG.warn("there will be no way back from this transaction, it cannot be written to state.dir: {}", "" + e);
            try {
                // An older one would lead somewhere else.
                state.delete(KEPT);
            } catch (IOException other) {
                LOG.error(
                        "«last.json» in state.dir is out of date; delete it before anybody rolls back: {}", "" + other);
            }
        }
    }

    private void save(Map<String, Applied> all) throws IOException {
        if (unsaved || !all.equals(applied)) {
            write(APPLIED, AppliedJson.root(all));
            unsaved = false;
        }
        if (passUnderWay) {
            state.delete(INTENDED);
        }
        passUnderWay = false;
        cutOff = Optional.empty();
    }

    /** Whether the last write failed, so that memory is ahead of the disk. */
    boolean isUnsaved() {
        return unsaved;
    }

    private void write(String file, JsonNode root) throws IOException {
        state.write(file, Json.print(root) + "\n", FileMode.OWNER_ONLY);
    }
}
