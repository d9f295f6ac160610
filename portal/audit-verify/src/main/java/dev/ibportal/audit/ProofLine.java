package dev.ibportal.audit;

import java.time.Instant;
import java.util.HexFormat;
import java.util.List;

/**
 * A block of which an export holds events.
 *
 * @param hashes those of {@link Merkle#proof}
 */
public record ProofLine(
        long block,
        long firstNumber,
        long lastNumber,
        String previous,
        String sealedAt,
        String keyId,
        String hash,
        String signature,
        List<String> hashes) {
    public static ProofLine of(Seal seal, List<byte[]> hashes) {
        HexFormat hex = HexFormat.of();
        return new ProofLine(
                seal.block(),
                seal.firstNumber(),
                seal.lastNumber(),
                hex.formatHex(seal.previous()),
                seal.sealedAt().toString(),
                seal.keyId(),
                hex.formatHex(seal.hash()),
                hex.formatHex(seal.signature()),
                hashes.stream().map(hex::formatHex).toList());
    }

    List<byte[]> proof() {
        return hashes.stream().map(HexFormat.of()::parseHex).toList();
    }

    Seal seal(byte[] root) {
        HexFormat hex = HexFormat.of();
        return new Seal(
                block,
                firstNumber,
                lastNumber,
                hex.parseHex(previous),
                root,
                Instant.parse(sealedAt),
                keyId,
                hex.parseHex(hash),
                hex.parseHex(signature));
    }
}
