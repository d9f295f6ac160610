package dev.ibportal.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.YearMonth;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The record of a month that retention has dropped. It is signed by itself: whoever owns the database could else delete a
 * month, and write that retention did it.
 *
 * @param numbers which numbers' events are gone, as {@link NumberRanges} writes them: a count alone could be used for others.
 *     Empty in records of older portals
 * @param head hash of the last block before the drop, in hex
 * @param signature over all of that, in hex
 */
public record DroppedMonth(
        YearMonth month,
        long events,
        long firstNumber,
        long lastNumber,
        String numbers,
        String head,
        String keyId,
        String signature) {
    public static final String ACTION = "audit.drop-month";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** What is signed. */
    public byte[] message() {
        String version = numbers.isEmpty() ? "1" : "2";
        String which = numbers.isEmpty() ? "" : " " + numbers;
        return ("ibportal-audit-drop-" + version + "\n" + month + " " + events + " " + firstNumber + " " + lastNumber
                        + which + " " + head)
                .getBytes(StandardCharsets.US_ASCII);
    }

    public DroppedMonth signed(String by, byte[] with) {
        return new DroppedMonth(
                month,
                events,
                firstNumber,
                lastNumber,
                numbers,
                head,
                by,
                HexFormat.of().formatHex(with));
    }

    public boolean isSigned(KeyRing keys) {
        try {
            return keys.verifies(keyId, message(), HexFormat.of().parseHex(signature));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The numbers whose events may be gone, at most {@link #events} of them; nothing if the record is at odds with itself. */
    Optional<NumberRanges> ranges() {
        if (numbers.isEmpty()) {
            // Older records know only where the month begins and ends; others may lie between.
            NumberRanges all = NumberRanges.between(firstNumber, lastNumber);
            return events <= all.size() ? Optional.of(all) : Optional.empty();
        }
        return NumberRanges.parse(numbers).filter(all -> all.size() == events);
    }

    /** As it stands in the event. */
    public String json() {
        return JSON.createObjectNode()
                .put("month", month.toString())
                .put("events", events)
                .put("firstNumber", firstNumber)
                .put("lastNumber", lastNumber)
                .put("numbers", numbers)
                .put("head", head)
                .put("keyId", keyId)
                .put("signature", signature)
                .toString();
    }

    /** Nothing if the event is no such record. */
    static Optional<DroppedMonth> read(AuditRecord event) {
        String after = event.after();
        if (!event.action().equals(ACTION) || after == null) {
            return Optional.empty();
        }
        try {
            JsonNode state = JSON.readTree(after);
            return Optional.of(new DroppedMonth(
                    YearMonth.parse(state.path("month").asText()),
                    state.path("events").asLong(),
                    state.path("firstNumber").asLong(),
                    state.path("lastNumber").asLong(),
                    state.path("numbers").asText(),
                    state.path("head").asText(),
                    state.path("keyId").asText(),
                    state.path("signature").asText()));
        } catch (JsonProcessingException | DateTimeException e) {
            return Optional.empty();
        }
    }
}
