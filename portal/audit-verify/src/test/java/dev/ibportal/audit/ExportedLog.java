package dev.ibportal.audit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** A log of ten events in two blocks, sealed and exported as the portal does it, without a portal. */
public final class ExportedLog {
    private static final int BLOCK = 5;
    private static final int EVENTS = 10;

    private final KeyPair pair = pair();
    private final KeyRing.Key key;
    private final List<KeyRing.Key> keys = new ArrayList<>();
    private final List<Seal> seals = new ArrayList<>();
    private final List<AuditRecord> events = new ArrayList<>();
    private final List<AuditRecord> young = new ArrayList<>();

    /** @param actor who did everything, so that two logs differ */
    public ExportedLog(String actor) {
        this(actor, List.of());
    }

    private ExportedLog(String actor, List<Function<ExportedLog, AuditRecord>> last) {
        byte[] open = pair.getPublic().getEncoded();
        key = new KeyRing.Key(SealKeys.id(open), open, null, null);
        keys.add(key);
        Samples.events(EVENTS - last.size()).stream()
                .map(event -> renamed(event, actor))
                .forEach(events::add);
        seal(1);
        last.forEach(event -> events.add(event.apply(this)));
        seal(1 + BLOCK);
    }

    /** Its last two events tell of retention that has dropped what the numbers 1 to 3 had, the second as a copy of the first. */
    public static ExportedLog withDropToldTwice(String numbers) {
        return new ExportedLog("olga", List.of(log -> log.drop(EVENTS - 1, numbers), log -> log.drop(EVENTS, numbers)));
    }

    /** The same, of a log that has another first block. */
    public static ExportedLog withDropOfAnotherLog() {
        return new ExportedLog("olga", List.of(log -> log.drop(EVENTS, "1-3", Seal.nothing())));
    }

    private AuditRecord drop(int id, String numbers) {
        return drop(id, numbers, seals.get(0).hash());
    }

    private AuditRecord drop(int id, String numbers, byte[] head) {
        DroppedMonth open = new DroppedMonth(
                YearMonth.of(2031, 3), 3, 1, 3, numbers, HexFormat.of().formatHex(head), "", "");
        String told = open.signed(key.id(), SealKeys.sign(pair.getPrivate(), open.message()))
                .json();
        AuditRecord e = Samples.event(id, "2031-03", told);
        return new AuditRecord(
                e.id(),
                at(e.id()),
                null,
                "system:sealer",
                null,
                null,
                "",
                null,
                "",
                DroppedMonth.ACTION,
                "audit",
                "2031-03",
                "2031-03",
                null,
                told,
                "success",
                "",
                e.requestId(),
                "");
    }

    /** Puts in an event without number. */
    public void add(Instant at) {
        AuditRecord e = Samples.event(EVENTS + 1L, "young", null);
        young.add(new AuditRecord(
                e.id(),
                at,
                e.actorId(),
                e.actorName(),
                e.actorTenantId(),
                e.behalfId(),
                e.behalfName(),
                e.tenantId(),
                e.tenantName(),
                e.action(),
                e.objectKind(),
                e.objectId(),
                e.objectName(),
                e.before(),
                e.after(),
                e.outcome(),
                e.reason(),
                e.requestId(),
                e.sourceAddress()));
    }

    private static KeyPair pair() {
        try {
            return KeyPairGenerator.getInstance(SealKeys.ALGORITHM).generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A moment before it is sealed. */
    private static Instant at(long id) {
        return Instant.parse("2031-03-31T23:59:50.123456Z").plusSeconds(id);
    }

    private static AuditRecord renamed(AuditRecord e, String actor) {
        return new AuditRecord(
                e.id(),
                at(e.id()),
                e.actorId(),
                actor,
                e.actorTenantId(),
                e.behalfId(),
                e.behalfName(),
                e.tenantId(),
                e.tenantName(),
                e.action(),
                e.objectKind(),
                e.objectId(),
                e.objectName(),
                e.before(),
                e.after(),
                e.outcome(),
                e.reason(),
                e.requestId(),
                e.sourceAddress());
    }

    public String keyId() {
        return key.id();
    }

    /** Says that this log's key vouches for another one, which knows nothing of it. */
    public void vouchFor(ExportedLog other) {
        keys.add(new KeyRing.Key(
                other.key.id(),
                other.key.publicKey(),
                key.id(),
                SealKeys.sign(pair.getPrivate(), SealKeys.endorsement(other.key.publicKey()))));
    }

    /** The portal's anchor file. */
    public Path anchors(Path file) throws IOException {
        return Files.write(
                file, seals.stream().map(seal -> Anchor.of(seal).line()).toList());
    }

    private void seal(int first) {
        Hashing hashing = new Hashing();
        Seal before = seals.isEmpty() ? null : seals.get(seals.size() - 1);
        Seal open = Seal.open(
                seals.size() + 1L,
                first,
                first + BLOCK - 1L,
                before == null ? Seal.nothing() : before.hash(),
                Merkle.root(hashing, leaves(first)),
                Instant.parse("2031-04-01T00:00:00Z").plusSeconds(first),
                key.id());
        seals.add(open.signed(SealKeys.sign(pair.getPrivate(), open.hash())));
    }

    private List<byte[]> leaves(int first) {
        Hashing hashing = new Hashing();
        List<byte[]> leaves = new ArrayList<>();
        for (int number = first; number < first + BLOCK; number++) {
            leaves.add(hashing.leaf(number, hashing.event(events.get(number - 1))));
        }
        return leaves;
    }

    /**
     * Exports it as far as these blocks go.
     *
     * @param only numbers that the filter lets through; none: all, and the export says that it is the whole log
     */
    public Path export(Path file, EventFormat format, int blocks, @Nullable List<Long> only) throws IOException {
        return write(file, format, blocks, number -> only == null || only.contains(number), only == null);
    }

    /** Exports the whole log as it is when these events are not in the database any more. */
    public Path exportWithout(Path file, List<Long> gone) throws IOException {
        return write(file, EventFormat.CSV, 2, number -> !gone.contains(number), true);
    }

    private Path write(Path file, EventFormat format, int blocks, LongPredicate holds, boolean everything)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BundleWriter bundle = new BundleWriter(bytes);
        OutputStream out = bundle.begin(format.fileName());
        EventSink sink = format.sink(out);
        long written = 0;
        for (long number = 1; number <= (long) blocks * BLOCK; number++) {
            if (holds.test(number)) {
                sink.write(new ExportedEvent(number, events.get((int) number - 1)));
                written++;
            }
        }
        for (AuditRecord event : young) {
            sink.write(new ExportedEvent(null, event));
        }
        sink.finish();
        String sum = bundle.end();
        OutputStream proof = bundle.begin(ExportManifest.PROOF);
        for (Seal seal : seals.subList(0, blocks)) {
            List<byte[]> leaves = leaves((int) seal.firstNumber());
            IntPredicate has = i -> holds.test(seal.firstNumber() + i);
            proof.write(BundleWriter.line(
                    ProofLine.of(seal, Merkle.proof(new Hashing(), leaves, has), ProofLine.marks(leaves, has))));
        }
        String proofSum = bundle.end();
        byte[] manifest = BundleWriter.text(new ExportManifest(
                ExportManifest.FORMAT,
                "2031-04-02T00:00:00Z",
                "audrey",
                everything ? Map.of() : Map.of("search", "object"),
                everything,
                format.fileName(),
                format.code(),
                written + young.size(),
                written,
                null,
                null,
                1L,
                (long) blocks * BLOCK,
                sum,
                proofSum,
                Anchor.of(seals.get(blocks - 1)).line(),
                key.id(),
                keys.stream().map(ExportManifest.Key::of).toList()));
        bundle.file(ExportManifest.NAME, manifest);
        bundle.file(ExportManifest.SIGNATURE, SealKeys.sign(pair.getPrivate(), manifest));
        bundle.finish();
        return Files.write(file, bytes.toByteArray());
    }
}
