package dev.ibportal.audit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.audit.EventFormat;
import dev.ibportal.audit.ExportManifest;
import dev.ibportal.audit.ExportedLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The command as a user runs it: the built jar alone, in a process of its own, without a portal and its database. */
class VerifyCommandIT {
    private static final Path JAR = Path.of("target", "ibportal-audit-verify.jar");
    private static final String EVENTS = "events.csv";

    @TempDir
    Path directory;

    private final ExportedLog log = new ExportedLog("olga");
    private Path good = JAR;

    @BeforeEach
    void export() throws IOException {
        good = log.export(directory.resolve("good.zip"), EventFormat.CSV, 2, null);
    }

    private record Answer(int code, String text) {}

    private Answer run(Object... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", JAR.toString()));
        Arrays.stream(arguments).map(Object::toString).forEach(command::add);
        Path output = directory.resolve("output.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Answer(process.exitValue(), Files.readString(output));
    }

    private void assertFound(Path file, String... words) throws IOException, InterruptedException {
        Answer answer = run("--key", log.keyId(), file);
        assertThat(answer.text()).contains(words).contains("NOT WHOLE").doesNotContain("Exception");
        assertThat(answer.code()).isEqualTo(1);
    }

    private static Map<String, byte[]> entries(Path file) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                entries.put(entry.getName(), zip.readAllBytes());
            }
        }
        return entries;
    }

    private Path zipped(Map<String, byte[]> entries) throws IOException {
        Path file = directory.resolve("edited.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        }
        return file;
    }

    private Path edited(String name, UnaryOperator<String> edit) throws IOException {
        Map<String, byte[]> entries = entries(good);
        entries.computeIfPresent(
                name,
                (key, bytes) ->
                        edit.apply(new String(bytes, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8));
        return zipped(entries);
    }

    /** Of the file of events; the header is line 0, so that line n is number n. */
    private Path lines(UnaryOperator<List<String>> edit) throws IOException {
        return edited(
                EVENTS, text -> String.join("\r\n", edit.apply(new ArrayList<>(List.of(text.split("\r\n"))))) + "\r\n");
    }

    @ParameterizedTest
    @EnumSource(EventFormat.class)
    void aWholeExportIsWhole(EventFormat format) throws IOException, InterruptedException {
        Path file = log.export(directory.resolve("whole.zip"), format, 2, null);
        Answer answer = run("--key", log.keyId(), "--anchor", log.anchors(directory.resolve("anchors")), file);

        assertThat(answer.text())
                .contains("events    10, proven 10", "(trusted)")
                .endsWith("WHOLE\n");
        assertThat(answer.code()).isZero();
    }

    @Test
    void aFilteredExportProvesItsOwn() throws IOException, InterruptedException {
        Answer answer = run(log.export(directory.resolve("part.zip"), EventFormat.JSONL, 2, List.of(2L, 7L, 8L)));

        assertThat(answer.text()).contains("events    3, proven 3", "others of the same blocks 7", "if that key is");
        assertThat(answer.code()).isZero();
    }

    @Test
    void aChangedRowIsFoundAndSaidWhere() throws IOException, InterruptedException {
        assertFound(edited(EVENTS, text -> text.replace("object 7", "object 8")), "changed: number 7:", "block 2");
    }

    @Test
    void aRemovedRowIsFoundAndSaidWhere() throws IOException, InterruptedException {
        assertFound(
                lines(rows -> {
                    rows.remove(3);
                    return rows;
                }),
                "removed: number 3:",
                "block 1",
                "has 9 events; its manifest says 10");
    }

    @Test
    void swappedRowsAreFoundAndSaidWhere() throws IOException, InterruptedException {
        assertFound(
                lines(rows -> {
                    String two = rows.get(2).replaceFirst("^2,", "9,");
                    rows.set(2, rows.get(9).replaceFirst("^9,", "2,"));
                    rows.set(9, two);
                    return rows;
                }),
                "changed: number 2:",
                "changed: number 9:",
                "block 1",
                "block 2");
    }

    @Test
    void anotherRowUnderANumberIsFoundAndSaidWhere() throws IOException, InterruptedException {
        assertFound(
                lines(rows -> {
                    rows.set(6, rows.get(4).replaceFirst("^4,", "6,"));
                    return rows;
                }),
                "changed: number 6:");
        Path part = log.export(directory.resolve("part.zip"), EventFormat.CSV, 2, List.of(2L, 7L));
        Map<String, byte[]> entries = entries(part);
        entries.put(EVENTS, entries(good).get(EVENTS));
        assertFound(zipped(entries), "relinked: number 3: was not in this export: it was put in");
    }

    @Test
    void aRelinkedBlockIsFoundAndSaidWhere() throws IOException, InterruptedException {
        String hash = new String(entries(good).get(ExportManifest.PROOF), StandardCharsets.UTF_8)
                .lines()
                .toList()
                .get(1)
                .replaceFirst(".*\"previous\":\"([0-9a-f]+)\".*", "$1");
        assertFound(
                edited(
                        ExportManifest.PROOF,
                        text -> text.replace("\"previous\":\"" + hash, "\"previous\":\"" + "00".repeat(32))),
                "block: block 2",
                "chain: block 2: is not linked to the block before it");
    }

    @Test
    void aCutTailIsFoundAndSaidWhere() throws IOException, InterruptedException {
        Path anchors = log.anchors(directory.resolve("anchors"));
        Path cut = log.export(directory.resolve("cut.zip"), EventFormat.CSV, 1, null);
        Answer answer = run("--key", log.keyId(), "--anchor", anchors, cut);

        assertThat(answer.text()).contains("tail: block 2: was anchored at 2031-04-01T00:00:06Z", "NOT WHOLE");
        assertThat(answer.code()).isEqualTo(1);
        assertFound(
                lines(rows -> rows.subList(0, 8)),
                "removed: number 8:",
                "removed: number 10:",
                "has 7 events; its manifest says 10");
        assertFound(
                edited(ExportManifest.PROOF, text -> text.substring(0, text.indexOf('\n') + 1)),
                "tail: block 2: is the head of the log, and the proof ends before it");
        byte[] bytes = Files.readAllBytes(good);
        assertFound(Files.write(directory.resolve("half.zip"), Arrays.copyOf(bytes, bytes.length / 2)), "breaks off");
    }

    @Test
    void aForeignManifestIsFound() throws IOException, InterruptedException {
        Map<String, byte[]> entries = entries(good);
        Map<String, byte[]> others =
                entries(log.export(directory.resolve("other.zip"), EventFormat.CSV, 2, List.of(1L, 2L)));
        entries.put(ExportManifest.NAME, others.get(ExportManifest.NAME));
        assertFound(zipped(entries), "signature: manifest.json: is not signed by key " + log.keyId());
        entries.put(ExportManifest.SIGNATURE, others.get(ExportManifest.SIGNATURE));
        assertFound(zipped(entries), "is not the file whose hash the manifest has", "its manifest says 2");
        assertFound(edited(ExportManifest.NAME, text -> "{}"), "manifest");
        assertFound(edited(ExportManifest.NAME, text -> "no JSON"), "manifest");
    }

    @Test
    void anotherPortalsExportIsNoneOfThisOne() throws IOException, InterruptedException {
        ExportedLog forged = new ExportedLog("mallory");
        Path file = forged.export(directory.resolve("forged.zip"), EventFormat.CSV, 2, null);

        assertThat(run(file).code()).as("in itself it is whole").isZero();
        assertFound(file, "key: manifest.json: is signed by key " + forged.keyId(), "does not vouch", "(not trusted)");
        assertThat(run("--anchor", log.anchors(directory.resolve("anchors")), file)
                        .code())
                .isEqualTo(1);
        // Whoever has a key of their own can let it vouch for the real one, but not the other way round.
        forged.vouchFor(log);
        assertFound(forged.export(file, EventFormat.CSV, 2, null), "does not vouch");
    }

    @Test
    void aDropThatIsToldTwiceExcusesNothingElse() throws IOException, InterruptedException {
        ExportedLog dropped = ExportedLog.withDropToldTwice("1-3");
        Path rightly = dropped.exportWithout(directory.resolve("rightly.zip"), List.of(1L, 2L, 3L));
        Answer answer =
                run("--key", dropped.keyId(), "--anchor", dropped.anchors(directory.resolve("anchors")), rightly);
        assertThat(answer.text()).endsWith("WHOLE\n").doesNotContain("NOT WHOLE");
        assertThat(answer.code()).as("a copy alone spoils nothing").isZero();

        Path more = dropped.exportWithout(directory.resolve("more.zip"), List.of(1L, 2L, 3L, 5L, 6L, 7L));
        assertThat(run("--key", dropped.keyId(), more).text())
                .contains("removed: events.csv: lacks 3 numbers", "5, 6, 7", "NOT WHOLE");
        // What retention has dropped is put back from a copy, and as much else is deleted.
        Path others = dropped.exportWithout(directory.resolve("others.zip"), List.of(4L, 5L, 6L));
        assertThat(run("--key", dropped.keyId(), others).text())
                .contains("removed: events.csv: lacks 3 numbers", "4, 5, 6", "NOT WHOLE");
    }

    @Test
    void aDropCountsOnlyForItsNumbersAndInItsLog() throws IOException, InterruptedException {
        ExportedLog older = ExportedLog.withDropToldTwice("");
        assertThat(run(older.exportWithout(directory.resolve("older.zip"), List.of(1L, 2L, 3L)))
                        .code())
                .as("records of older portals name first and last")
                .isZero();
        assertThat(run(older.exportWithout(directory.resolve("older.zip"), List.of(1L, 2L, 4L)))
                        .text())
                .contains("lacks 1 numbers", ": 4", "NOT WHOLE");
        ExportedLog odd = ExportedLog.withDropToldTwice("1-2");
        assertThat(run(odd.exportWithout(directory.resolve("odd.zip"), List.of(1L, 2L)))
                        .text())
                .contains("no key has signed that", "lacks 2 numbers");
        ExportedLog foreign = ExportedLog.withDropOfAnotherLog();
        assertThat(run(foreign.exportWithout(directory.resolve("foreign.zip"), List.of(1L, 2L, 3L)))
                        .text())
                .contains("removed: month 2031-03: 3 events are gone", "of another log", "NOT WHOLE");
    }

    @Test
    void anEventThatWasKeptFromTheSealsIsFound() throws IOException, InterruptedException {
        log.add(Instant.parse("2031-04-01T00:00:07Z"));
        Path file = log.export(directory.resolve("young.zip"), EventFormat.CSV, 2, null);
        assertThat(run("--key", log.keyId(), file).text())
                .contains("not sealed yet 1")
                .doesNotContain("NOT WHOLE");

        log.add(Instant.parse("2031-03-31T23:40:00Z"));
        assertFound(
                log.export(file, EventFormat.CSV, 2, null),
                "unnumbered: event 11 of 2031-03-31T23:40:00Z: has no number");
        assertFound(log.export(file, EventFormat.CSV, 2, List.of(1L)), "unnumbered: event 11");
    }

    @Test
    void whatWasSealedLaterIsNotJudged() throws IOException, InterruptedException {
        Path file = log.export(directory.resolve("before.zip"), EventFormat.CSV, 1, List.of(1L, 2L));
        String later = Files.readAllLines(new ExportedLog("later").anchors(directory.resolve("later")))
                .get(1)
                .replace("2031-04-01", "2031-05-01");
        List<String> lines = Files.readAllLines(log.anchors(directory.resolve("anchors")));
        Path anchors = Files.write(directory.resolve("longer"), List.of(lines.get(0), later));

        Answer answer = run("--key", log.keyId(), "--anchor", anchors, file);

        assertThat(answer.text())
                .contains(
                        "WHOLE",
                        "anchors   to block 2; the log's head was block 1; 1 younger than the export, not judged");
        assertThat(answer.code()).as(answer.text()).isZero();
        // A line of before the export is judged, whatever it calls its key.
        Files.write(anchors, List.of(lines.get(0), later.replace("2031-05-01", "2031-04-01")));
        assertThat(run("--key", log.keyId(), "--anchor", anchors, file).text())
                .contains("signature: block 2: its line in the anchor file is not signed", "NOT WHOLE");
    }

    @Test
    void aCutTailIsSeenByAFilteredExportToo() throws IOException, InterruptedException {
        Path file = log.export(directory.resolve("cut.zip"), EventFormat.CSV, 1, List.of(1L, 2L));

        assertThat(run("--key", log.keyId(), "--anchor", log.anchors(directory.resolve("anchors")), file)
                        .text())
                .contains("tail: block 2: was anchored at 2031-04-01T00:00:06Z", "the log was cut", "NOT WHOLE");
    }

    @Test
    void anAnchorFileThatIsOlderThanTheExportIsTold() throws IOException, InterruptedException {
        List<String> lines = Files.readAllLines(log.anchors(directory.resolve("anchors")));
        Path anchors = Files.write(directory.resolve("older"), lines.subList(0, 1));

        Answer answer = run("--key", log.keyId(), "--anchor", anchors, good);

        assertThat(answer.text()).contains("OLDER THAN THE EXPORT", "sealed after block 1");
        assertThat(answer.code()).isZero();
    }

    @Test
    void whatLiesBesideIsFound() throws IOException, InterruptedException {
        Map<String, byte[]> entries = entries(good);
        entries.put("events.xlsx", "other events".getBytes(StandardCharsets.UTF_8));
        assertFound(zipped(entries), "events.xlsx: is no part of an export");
        entries.remove("events.xlsx");
        entries.put("events.csX", "other events".getBytes(StandardCharsets.UTF_8));
        byte[] twice = new String(Files.readAllBytes(zipped(entries)), StandardCharsets.ISO_8859_1)
                .replace("events.csX", EVENTS)
                .getBytes(StandardCharsets.ISO_8859_1);
        assertFound(Files.write(directory.resolve("twice.zip"), twice), "events.csv: is there twice");
    }

    /** Programs that read from the front would see the events of the first file, those that read from the end the second's. */
    @Test
    void twoFilesInOneAreFound() throws IOException, InterruptedException {
        Path edited = lines(rows -> {
            rows.remove(3);
            return rows;
        });
        byte[] both = Files.readAllBytes(edited);
        int length = both.length;
        byte[] whole = Files.readAllBytes(good);
        both = Arrays.copyOf(both, length + whole.length);
        System.arraycopy(whole, 0, both, length, whole.length);
        Path file = Files.write(directory.resolve("both.zip"), both);

        assertThat(new String(entries(file).get(EVENTS), StandardCharsets.UTF_8))
                .as("read from the front")
                .doesNotContain("object 3,");
        assertFound(file, "file: " + file + ": has its directory elsewhere", "in front of it");
        assertFound(Files.write(file, Arrays.copyOf(whole, whole.length + 1)), "put behind it");
    }

    @Test
    void whatCannotBeCheckedIsNeitherWholeNorNot() throws IOException, InterruptedException {
        assertThat(run().code()).isEqualTo(2);
        assertThat(run("--key").code()).isEqualTo(2);
        assertThat(run(directory.resolve("none.zip")).code()).isEqualTo(2);
        assertThat(run("--anchor", directory.resolve("none"), good).code()).isEqualTo(2);
        assertThat(run("--anchor", Files.writeString(directory.resolve("empty"), "x"), good))
                .satisfies(answer -> assertThat(answer.text()).contains("is no anchor file"))
                .satisfies(answer -> assertThat(answer.code()).isEqualTo(2));
        assertThat(run("--help").text()).contains("exit code: 0 whole");
    }
}
