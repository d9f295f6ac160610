package dev.ibportal.audit;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/** The head of the chain as it was once written outside the database: one line of the anchor file. */
@SuppressWarnings("ArrayRecordComponent")
public record Anchor(Instant at, long block, long lastNumber, byte[] hash, String keyId, byte[] signature) {
    public static Anchor of(Seal head) {
        return new Anchor(
                head.sealedAt(), head.block(), head.lastNumber(), head.hash(), head.keyId(), head.signature());
    }

    public String line() {
        return at + " block=" + block + " events=" + lastNumber + " hash=" + hex(hash) + " key=" + keyId + " signature="
                + hex(signature);
    }

    /** Nothing if this is no anchor, for example a line that was cut by a crash. */
    public static Optional<Anchor> parse(String line) {
        try {
            String[] parts = line.strip().split(" ");
            Map<String, String> values = new HashMap<>();
            for (int i = 1; i < parts.length; i++) {
                String[] pair = parts[i].split("=", 2);
                values.put(pair[0], pair.length == 2 ? pair[1] : "");
            }
            return Optional.of(new Anchor(
                    Instant.parse(parts[0]),
                    Long.parseLong(values.getOrDefault("block", "")),
                    Long.parseLong(values.getOrDefault("events", "")),
                    HexFormat.of().parseHex(values.getOrDefault("hash", "")),
                    values.getOrDefault("key", ""),
                    HexFormat.of().parseHex(values.getOrDefault("signature", ""))));
        } catch (DateTimeException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
