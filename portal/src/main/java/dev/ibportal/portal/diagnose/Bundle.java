package dev.ibportal.portal.diagnose;

import dev.ibportal.agent.v1.RawOutput;
import dev.ibportal.portal.diagnose.DiagnosisService.Diagnoses;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * All of a diagnosis in one file: what was judged, and what the programs printed.
 *
 * @param raw texts by the name of the node
 */
record Bundle(String partition, Instant at, Diagnoses found, Map<String, String> raw) {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final Pattern SECRET =
            Pattern.compile("(?i)passw|secret|token|private.?key|pre-?shared|m_?key|sa_?key|sm_?key|community");

    /** They print of the port and the peer in question alone; all others list what else is on the host or the fabric. */
    private static final Set<String> OF_ONE_PORT =
            Set.of("sminfo", "smpquery", "ping", "arping", "ethtool", "sysctl", "modinfo");

    String fileName() {
        return "diagnosis-" + partition.replaceAll("[^A-Za-z0-9._-]+", "_") + "-" + STAMP.format(at) + ".zip";
    }

    byte[] zip(String json) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
            entry(zip, "diagnosis.json", json);
            for (Map.Entry<String, String> node : raw.entrySet()) {
                entry(zip, "raw/" + node.getKey().replaceAll("[^A-Za-z0-9._-]+", "_") + ".txt", node.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void entry(ZipOutputStream zip, String name, String text) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }

    static Map<String, String> raw(List<Rounds.Looked> looked, boolean sharesHost) {
        Map<String, StringBuilder> texts = new LinkedHashMap<>();
        for (Rounds.Looked one : looked) {
            Pair pair = one.pair();
            append(texts, pair.from().node().name(), one.here(), sharesHost);
            pair.to().ifPresent(to -> append(texts, to.node().name(), one.there(), sharesHost));
        }
        Map<String, String> raw = new LinkedHashMap<>();
        texts.forEach((node, text) -> raw.put(node, text.toString()));
        return raw;
    }

    private static void append(Map<String, StringBuilder> texts, String node, Answer answer, boolean sharesHost) {
        StringBuilder text = texts.computeIfAbsent(node, name -> new StringBuilder());
        for (RawOutput one : answer.raw()) {
            text.append("$ ").append(one.getCommand()).append('\n').append("# ");
            text.append(Instant.ofEpochSecond(
                            one.getAt().getSeconds(), one.getAt().getNanos()))
                    .append(", ")
                    .append(one.getEnding())
                    .append('\n');
            boolean hidden =
                    sharesHost && !OF_ONE_PORT.contains(one.getCommand().split(" ")[0]);
            text.append(hidden ? "(left out: it lists what belongs to others too)\n" : clean(one))
                    .append('\n');
        }
    }

    private static String clean(RawOutput one) {
        StringBuilder text = new StringBuilder();
        (one.getOutput() + "\n" + one.getErrors())
                .lines()
                .filter(line -> !line.isBlank())
                .map(line -> SECRET.matcher(line).find() ? "(a line with a secret was left out)" : line)
                .forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }
}
