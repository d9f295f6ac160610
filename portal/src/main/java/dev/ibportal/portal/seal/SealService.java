package dev.ibportal.portal.seal;

import dev.ibportal.audit.Anchor;
import dev.ibportal.audit.AuditRecord;
import dev.ibportal.audit.ExportManifest;
import dev.ibportal.audit.Hashing;
import dev.ibportal.audit.KeyRing;
import dev.ibportal.audit.Merkle;
import dev.ibportal.audit.ProofLine;
import dev.ibportal.audit.Seal;
import dev.ibportal.portal.platform.db.SealerDb;
import dev.ibportal.portal.seal.SealSql.Head;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** What others may know of the seals: how far they go, and the proof of what they hold. */
@Singleton
public class SealService {
    private static final int BLOCKS_AT_ONCE = 50;

    private final SealerDb db;
    private final SealSql sql;
    private final SealKeyStore keys;
    private final AnchorFile anchors;
    private final Sealer sealer;

    SealService(SealerDb db, SealSql sql, SealKeyStore keys, AnchorFile anchors, Sealer sealer) {
        this.db = db;
        this.sql = sql;
        this.keys = keys;
        this.anchors = anchors;
        this.sealer = sealer;
    }

    /** How things are with the seals. */
    public record State(@Nullable Seal head, long unsealed, String keyId, String anchorFile, String keyDirectory) {}

    public State state() {
        return db.read(connection -> new State(
                sql.head(connection).map(Head::seal).orElse(null),
                sql.unsealed(connection, sealer.done()),
                keys.current().shown().id(),
                anchors.file().toString(),
                keys.directory().toString()));
    }

    /** Seals what can be sealed now, and answers the log's head then. */
    public Optional<Seal> sealNow() {
        sealer.sealAll();
        return db.read(connection -> sql.head(connection).map(Head::seal));
    }

    public String rotateKey() {
        return sealer.rotateKey();
    }

    /** For each event its number, if it has one. */
    public List<Optional<Long>> numbersOf(List<AuditRecord> events) {
        return events.isEmpty() ? List.of() : db.read(connection -> sql.numbersOf(connection, events));
    }

    /** Takes the proof of block after block. */
    public interface ProofTaker {
        void take(ProofLine proof) throws IOException;
    }

    /**
     * Proves these numbers.
     *
     * @param everything also blocks of which none of the numbers is
     */
    public void prove(NumberSet numbers, @Nullable Seal head, boolean everything, ProofTaker taker) throws IOException {
        if (head == null || (numbers.isEmpty() && !everything)) {
            return;
        }
        long from = everything ? 1 : numbers.first();
        long to = everything ? head.lastNumber() : numbers.last();
        while (from <= to) {
            long begin = from;
            List<ProofLine> proofs = new ArrayList<>();
            List<Seal> seals = db.read(connection -> {
                List<Seal> found = sql.seals(connection, begin, to, BLOCKS_AT_ONCE);
                for (Seal seal : found) {
                    if (everything || numbers.containsAny(seal.firstNumber(), seal.lastNumber())) {
                        proofs.add(proof(connection, seal, numbers));
                    }
                }
                return found;
            });
            for (ProofLine proof : proofs) {
                taker.take(proof);
            }
            if (seals.isEmpty()) {
                return;
            }
            from = seals.get(seals.size() - 1).lastNumber() + 1;
        }
    }

    private ProofLine proof(Connection connection, Seal seal, NumberSet numbers) throws SQLException {
        Hashing hashing = new Hashing();
        List<byte[]> digests = sql.digests(connection, seal);
        List<byte[]> leaves = new ArrayList<>(digests.size());
        for (byte[] digest : digests) {
            leaves.add(hashing.leaf(seal.firstNumber() + leaves.size(), digest));
        }
        IntPredicate has = i -> numbers.contains(seal.firstNumber() + i);
        return ProofLine.of(seal, Merkle.proof(hashing, leaves, has), ProofLine.marks(leaves, has));
    }

    /** Those on disk, for which the portal can answer; who owns the database can write others into it. */
    public List<ExportManifest.Key> publicKeys() {
        return keys.all().stream().map(ExportManifest.Key::of).toList();
    }

    /**
     * A signing key as people look for it. Public for the templates.
     *
     * @param since when it signed its first block, and {@code until} its last one; none while it has signed nothing
     * @param by the older key that vouches for it; none: it is the first one
     */
    public record KeyView(
            String id,
            @Nullable Instant since,
            @Nullable Instant until,
            @Nullable String by,
            boolean signs) {}

    /** All keys, the newest first. */
    public List<KeyView> keys() {
        String signing = keys.current().shown().id();
        List<KeyRing.Key> all = keys.all();
        Map<String, SealSql.Use> uses = db.read(connection ->
                sql.uses(connection, all.stream().map(KeyRing.Key::id).toList()));
        List<KeyView> views = new ArrayList<>();
        for (KeyRing.Key key : all) {
            SealSql.Use use = uses.getOrDefault(key.id(), SealSql.Use.NONE);
            views.add(
                    0,
                    new KeyView(
                            key.id(),
                            use.since(),
                            use.until(),
                            key.endorsedBy(),
                            key.id().equals(signing)));
        }
        return List.copyOf(views);
    }

    /** The key that signs now, known to the log. */
    public String signingKey() {
        KeyRing.Key shown = keys.current().shown();
        List<KeyRing.Key> all = keys.all();
        db.write(connection -> {
            sql.introduce(connection, all);
            return true;
        });
        return shown.id();
    }

    public byte[] sign(byte[] message) {
        return keys.current().sign(message);
    }

    public static @Nullable String anchorLine(@Nullable Seal head) {
        return head == null ? null : Anchor.of(head).line();
    }
}
