package dev.ibportal.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** Proves an export, or says what is wrong with it, without the portal and its database. */
public final class ExportCheck {
    private static final int MOST_LACKING = 50;
    private static final int MOST_OF_A_BLOCK = 1 << 16;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Hashing hashing = new Hashing();
    private final Findings findings = new Findings();
    private final SealTimes times = new SealTimes();
    private final Map<Long, Kept> kept = new HashMap<>();
    private final Map<Long, byte[]> blocks = new HashMap<>();
    private final List<String> lacking = new ArrayList<>();
    private final List<AuditRecord> tellOfDrops = new ArrayList<>();
    private final List<AuditRecord> young = new ArrayList<>();
    private @Nullable Drops drops;
    private long lacks;
    private long events;
    private long proven;
    private long elsewhere;
    private long unsealed;

    private ExportCheck() {}

    @SuppressWarnings("ArrayRecordComponent")
    private record Kept(byte[] digest, Instant at) {}

    /**
     * How far the anchor file goes with an export.
     *
     * @param last the file's last block; 0 without file
     * @param head the log's last block when the export was made; 0 if it had none
     * @param later lines of blocks that were sealed after the export: it cannot know them, nor perhaps their key
     */
    public record Anchored(long last, long head, long later) {
        /** The file is older than the export, and shows nothing of what was sealed between them. */
        public boolean endsBefore() {
            return last > 0 && last < head;
        }
    }

    /**
     * What the check has found.
     *
     * @param proven events that are in blocks with a right signature
     * @param elsewhere numbers of the same blocks whose events are not in the file
     */
    public record Result(
            @Nullable ExportManifest manifest,
            long events,
            long proven,
            long unsealed,
            long elsewhere,
            List<Finding> findings,
            Anchored anchored) {
        public boolean whole() {
            return findings.isEmpty();
        }
    }

    /**
     * @param trustedKey id of the portal's key as it was learned in another way; empty: any key that fits is taken
     * @param anchors the portal's anchor file, or none
     */
    public static Result of(Path file, String trustedKey, List<Anchor> anchors) throws IOException {
        ExportCheck check = new ExportCheck();
        Optional<String> odd = ZipShape.fault(file);
        if (odd.isPresent()) {
            check.findings.add("file", file.toString(), odd.get());
            return new Result(null, 0, 0, 0, 0, check.findings.kept(), new Anchored(0, 0, 0));
        }
        ExportManifest manifest = null;
        Anchored anchored = new Anchored(0, 0, 0);
        try (ZipFile zip = new ZipFile(file.toFile())) {
            manifest = check.manifest(zip, trustedKey);
            if (manifest != null) {
                check.contents(zip, manifest);
                anchored = check.anchored(anchors, manifest);
            }
        } catch (ZipException e) {
            check.findings.add(
                    "file", file.toString(), "is incomplete: it breaks off before its end (" + e.getMessage() + ")");
        } catch (JsonProcessingException | IllegalArgumentException | NullPointerException e) {
            // Whoever forges may write anything; what cannot be read is no proof.
            check.findings.add("file", file.toString(), "has a manifest or proof that is none: " + firstLine(e));
        }
        return new Result(
                manifest, check.events, check.proven, check.unsealed, check.elsewhere, check.findings.kept(), anchored);
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    /** What is in the file twice, or beside what belongs there, other programs may show instead of what is checked here. */
    private void names(ZipFile zip, ExportManifest manifest) {
        Set<String> known =
                Set.of(manifest.file(), ExportManifest.PROOF, ExportManifest.NAME, ExportManifest.SIGNATURE);
        Set<String> seen = new HashSet<>();
        zip.stream().map(ZipEntry::getName).forEach(name -> {
            if (!known.contains(name)) {
                findings.add("file", name, "is no part of an export: somebody put it in");
            } else if (!seen.add(name)) {
                findings.add("file", name, "is there twice; which one other programs show cannot be told");
            }
        });
    }

    private @Nullable ExportManifest manifest(ZipFile zip, String trustedKey) throws IOException {
        byte[] text = bytes(zip, ExportManifest.NAME);
        byte[] signature = bytes(zip, ExportManifest.SIGNATURE);
        if (text == null || signature == null) {
            findings.add("file", zip.getName(), "has no signed manifest: the export was not finished, or this is none");
            return null;
        }
        ExportManifest manifest = JSON.readValue(text, ExportManifest.class);
        KeyRing keys = manifest.ring();
        keys.faults().forEach(fault -> findings.add("key", ExportManifest.NAME, fault));
        if (!keys.verifies(manifest.keyId(), text, signature)) {
            findings.add(
                    "signature", ExportManifest.NAME, "is not signed by key " + manifest.keyId() + ": it was changed");
        }
        if (!trustedKey.isEmpty() && !keys.leads(trustedKey, manifest.keyId())) {
            findings.add(
                    "key",
                    ExportManifest.NAME,
                    "is signed by key " + manifest.keyId() + ", for which key " + trustedKey
                            + ", which you trust, does not vouch: another portal made it, somebody forged it, or it is older"
                            + " than that key; the portal's page of seals shows which key was in use when");
        }
        names(zip, manifest);
        return manifest;
    }

    private static byte @Nullable [] bytes(ZipFile zip, String name) throws IOException {
        ZipEntry entry = zip.getEntry(name);
        if (entry == null) {
            return null;
        }
        try (InputStream in = zip.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    private void contents(ZipFile zip, ExportManifest manifest) throws IOException {
        if (manifest.format().equals(ExportManifest.SIGNED_FILE)) {
            hashed(zip, manifest.file(), manifest.sha256(), in -> {});
            return;
        }
        EventFormat format = EventFormat.of(manifest.fileFormat())
                .orElseThrow(() -> new IOException("there is no format " + manifest.fileFormat()));
        hashed(zip, manifest.file(), manifest.sha256(), in -> read(format, in, manifest.file()));
        if (events != manifest.events()) {
            findings.add("file", manifest.file(), "has " + events + " events; its manifest says " + manifest.events());
        }
        KeyRing keys = manifest.ring();
        drops = manifest.everything() ? dropped(keys) : null;
        hashed(zip, ExportManifest.PROOF, manifest.proofSha256(), in -> proofs(in, keys, manifest));
        kept.keySet().stream()
                .limit(100)
                .forEach(number -> findings.add("block", "number " + number, "no block of the proof holds it"));
        if (lacks > 0) {
            findings.add(
                    "removed",
                    manifest.file(),
                    "lacks " + lacks + " numbers of the log that retention has not dropped: "
                            + String.join(", ", lacking));
        }
        if (drops != null) {
            drops.faults().forEach(fault -> findings.add(fault.what(), fault.where(), fault.detail()));
        }
        unnumbered(manifest);
    }

    /** Everything has its number soon after its commit, so that what is much older than the last seal was kept from it. */
    private void unnumbered(ExportManifest manifest) {
        head(manifest)
                .map(Anchor::at)
                .ifPresent(headAt -> young.stream()
                        .filter(event -> event.at().isBefore(headAt.minus(SealTimes.LONGEST)))
                        .forEach(event -> findings.add(
                                "unnumbered",
                                "event " + event.id() + " of " + event.at(),
                                "has no number, and the log was sealed later, at " + headAt
                                        + ": it was put in afterwards, or kept out of the seals")));
    }

    private static Optional<Anchor> head(ExportManifest manifest) {
        return Optional.ofNullable(manifest.head()).flatMap(Anchor::parse);
    }

    private interface Reader {
        void read(InputStream in) throws IOException;
    }

    private void hashed(ZipFile zip, String name, String wanted, Reader reader) throws IOException {
        ZipEntry entry = zip.getEntry(name);
        if (entry == null) {
            findings.add("file", name, "is missing");
            return;
        }
        MessageDigest sha = Hashing.sha256();
        try (InputStream in = new DigestInputStream(zip.getInputStream(entry), sha)) {
            reader.read(new FilterInputStream(in) {
                @Override
                public void close() {
                    // the rest is hashed below
                }
            });
            in.transferTo(java.io.OutputStream.nullOutputStream());
        }
        if (!HexFormat.of().formatHex(sha.digest()).equals(wanted)) {
            findings.add("file", name, "is not the file whose hash the manifest has: it was changed");
        }
    }

    private void read(EventFormat format, InputStream in, String file) throws IOException {
        try {
            format.read(in, new EventSink() {
                @Override
                public void write(ExportedEvent event) {
                    take(event);
                }

                @Override
                public void finish() {
                    // nothing is left to do
                }
            });
        } catch (RuntimeException e) {
            findings.add("file", file, "cannot be read after event " + events + ": " + e.getMessage());
        }
    }

    private void take(ExportedEvent exported) {
        events++;
        Long number = exported.number();
        if (number == null) {
            unsealed++;
            if (young.size() < MOST_LACKING) {
                young.add(exported.event());
            }
        } else if (kept.put(
                        number,
                        new Kept(
                                hashing.event(exported.event()),
                                exported.event().at()))
                != null) {
            findings.add("relinked", "number " + number, "is in the file twice");
        }
        AuditRecord event = exported.event();
        if (event.action().equals(DroppedMonth.ACTION)) {
            tellOfDrops.add(event);
        }
    }

    private Drops dropped(KeyRing keys) {
        tellOfDrops.stream()
                .filter(event -> Drops.signed(event, keys).isEmpty())
                .forEach(event -> findings.add(
                        "signature", "event " + event.id(), "tells of a dropped month, and no key has signed that"));
        return new Drops(tellOfDrops, keys);
    }

    private void proofs(InputStream in, KeyRing keys, ExportManifest manifest) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        @Nullable ProofLine before = null;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            ProofLine proof = JSON.readValue(line, ProofLine.class);
            block(proof, keys);
            follows(proof, before, manifest.everything());
            before = proof;
        }
        if (manifest.everything() && manifest.head() != null) {
            long last = head(manifest).map(Anchor::block).orElse(0L);
            if (before == null || before.block() != last) {
                findings.add("tail", "block " + last, "is the head of the log, and the proof ends before it");
            }
        }
    }

    private void follows(ProofLine proof, @Nullable ProofLine before, boolean everything) {
        String where = "block " + proof.block();
        long wanted = before == null ? 1 : before.block() + 1;
        if (everything && proof.block() != wanted) {
            findings.add("chain", where, "comes where block " + wanted + " has to be, for this is the whole log");
        } else if (before != null
                && proof.block() == wanted
                && !proof.previous().equals(before.hash())) {
            findings.add("chain", where, "is not linked to the block before it");
        }
    }

    private void block(ProofLine proof, KeyRing keys) {
        String where =
                "block " + proof.block() + " (numbers " + proof.firstNumber() + " to " + proof.lastNumber() + ")";
        long first = proof.firstNumber();
        long numbers = proof.lastNumber() - first + 1;
        if (first < 1 || numbers < 1 || numbers > MOST_OF_A_BLOCK) {
            findings.add("block", where, "is none: a block has 1 to " + MOST_OF_A_BLOCK + " numbers");
            return;
        }
        int size = (int) numbers;
        try {
            Seal seal = proof.seal(Merkle.rootOf(
                    hashing, size, i -> kept.containsKey(first + i), i -> present(first + i), proof.proof()));
            boolean fits = Arrays.equals(seal.computedHash(), seal.hash());
            boolean signed = keys.verifies(seal.keyId(), seal.hash(), seal.signature());
            times.block(seal);
            if (!fits) {
                notFitting(proof, where, size, "one was removed, changed or moved");
            } else if (!signed) {
                findings.add("signature", where, "is not signed by key " + seal.keyId());
            } else {
                times(first, size);
            }
            long present = forget(first, size);
            proven += fits && signed ? present : 0;
            elsewhere += size - present;
            blocks.put(proof.block(), seal.hash());
            if (drops != null) {
                drops.block(seal);
            }
        } catch (DateTimeException | IllegalArgumentException e) {
            notFitting(proof, where, size, String.valueOf(e.getMessage()));
            elsewhere += size - forget(first, size);
        }
    }

    private void times(long first, int size) {
        for (long number = first; number < first + size; number++) {
            Kept event = kept.get(number);
            if (event != null) {
                String where = "number " + number;
                times.fault(event.at()).ifPresent(fault -> findings.add("time", where, fault));
            }
        }
    }

    private byte[] present(long number) {
        Kept event = kept.get(number);
        return hashing.leaf(number, event == null ? Seal.nothing() : event.digest());
    }

    /** Says which events it is, as far as the proof's marks show it. */
    private void notFitting(ProofLine proof, String where, int size, String why) {
        findings.add("block", where, "its events are not those that were sealed: " + why);
        for (int i = 0; i < size; i++) {
            long number = proof.firstNumber() + i;
            switch (proof.fit(i, kept.containsKey(number) ? present(number) : null)) {
                case LOST -> findings.add("removed", "number " + number, "was in this export and is not in the file");
                case OTHER -> findings.add("changed", "number " + number, "is not the event that was exported");
                case STRANGE -> findings.add("relinked", "number " + number, "was not in this export: it was put in");
                case RIGHT -> {}
            }
        }
    }

    private long forget(long first, int size) {
        long present = 0;
        for (int i = 0; i < size; i++) {
            if (kept.remove(first + i) != null) {
                present++;
            } else if (drops != null && !drops.excuses(first + i)) {
                lack(first + i);
            }
        }
        return present;
    }

    private void lack(long number) {
        lacks++;
        if (lacking.size() < MOST_LACKING) {
            lacking.add(Long.toString(number));
        }
    }

    private Anchored anchored(List<Anchor> anchors, ExportManifest manifest) {
        if (anchors.isEmpty() || manifest.format().equals(ExportManifest.SIGNED_FILE)) {
            return new Anchored(0, 0, 0);
        }
        KeyRing keys = manifest.ring();
        Optional<Anchor> head = head(manifest);
        Instant madeAt = Instant.parse(manifest.madeAt());
        long headBlock = head.map(Anchor::block).orElse(0L);
        head.ifPresent(known -> blocks.putIfAbsent(known.block(), known.hash()));
        long later = 0;
        for (Anchor anchor : anchors) {
            // The head was taken when the export began: what was sealed before it has to be in front of that head.
            if (anchor.block() > headBlock && !anchor.at().isBefore(madeAt)) {
                later++;
            } else {
                anchored(anchor, keys, manifest, headBlock);
            }
        }
        return new Anchored(anchors.stream().mapToLong(Anchor::block).max().orElse(0), headBlock, later);
    }

    private void anchored(Anchor anchor, KeyRing keys, ExportManifest manifest, long head) {
        String where = "block " + anchor.block();
        byte[] hash = blocks.get(anchor.block());
        if (!keys.verifies(anchor.keyId(), anchor.hash(), anchor.signature())) {
            findings.add("signature", where, "its line in the anchor file is not signed by key " + anchor.keyId());
        } else if (hash != null && !Arrays.equals(hash, anchor.hash())) {
            findings.add("chain", where, "is another one than was anchored at " + anchor.at());
        } else if (hash == null && (manifest.everything() || anchor.block() > head)) {
            findings.add(
                    "tail",
                    where,
                    "was anchored at " + anchor.at() + " and is not in the log as it was exported at "
                            + manifest.madeAt() + ": the log was cut");
        }
    }
}
