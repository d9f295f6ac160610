package dev.ibportal.daemon.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ibportal.agent.v1.JournalEntry;
import dev.ibportal.agent.v1.JournalKind;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.daemon.inventory.ProtoTime;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** An entry of the journal as one line that people and programs read alike. */
final class EntryJson {
    private static final String PREFIX = "JOURNAL_KIND_";

    private EntryJson() {}

    static String print(JournalEntry entry) {
        ObjectNode line = Json.object();
        line.put("number", entry.getNumber());
        line.put("at", ProtoTime.instant(entry.getAt()).toString());
        line.put("kind", entry.getKind().name().substring(PREFIX.length()).toLowerCase(Locale.ROOT));
        if (!entry.getPlanDigest().isEmpty()) {
            line.put("plan", entry.getPlanDigest());
        }
        if (entry.getWordsCount() > 0) {
            var words = line.putArray("words");
            entry.getWordsList().forEach(words::add);
        }
        if (entry.hasExitCode()) {
            line.put("exit", entry.getExitCode());
        }
        if (entry.hasTook()) {
            line.put("micros", ProtoTime.duration(entry.getTook()).toNanos() / 1000);
        }
        if (!entry.getDetail().isEmpty()) {
            line.put("detail", entry.getDetail());
        }
        return Json.line(line) + "\n";
    }

    /** Every line that can be read; others were cut off by a crash. */
    static List<JournalEntry> parse(String text) {
        List<JournalEntry> entries = new ArrayList<>();
        text.lines().forEach(line -> entry(line).ifPresent(entries::add));
        return entries;
    }

    private static Optional<JournalEntry> entry(String line) {
        try {
            JsonNode node = Json.parse(line);
            JournalEntry.Builder entry = JournalEntry.newBuilder()
                    .setNumber(node.required("number").asLong())
                    .setAt(ProtoTime.of(Instant.parse(node.required("at").asText())))
                    .setKind(JournalKind.valueOf(
                            PREFIX + node.required("kind").asText().toUpperCase(Locale.ROOT)))
                    .setPlanDigest(node.path("plan").asText(""))
                    .setDetail(node.path("detail").asText(""));
            node.path("words").forEach(word -> entry.addWords(word.asText()));
            if (node.has("exit")) {
                entry.setExitCode(node.get("exit").asInt());
            }
            if (node.has("micros")) {
                entry.setTook(ProtoTime.of(Duration.ofNanos(node.get("micros").asLong() * 1000)));
            }
            return Optional.of(entry.build());
        } catch (JsonProcessingException | IllegalArgumentException | DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
