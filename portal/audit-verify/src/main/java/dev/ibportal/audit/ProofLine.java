package dev.ibportal.audit;

import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A block of which an export holds events.
 *
 * @param hashes those of {@link Merkle#proof}
 * @param marks the beginning of each number's leaf in order, dashes for those that are not in the export: they prove nothing,
 *     but show which event it is that does not fit. Absent in older exports
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
        List<String> hashes,
        @Nullable String marks) {
    private static final int MARK = 8;
    private static final String NO_MARK = "-".repeat(MARK);

    public static ProofLine of(Seal seal, List<byte[]> hashes, String marks) {
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
                hashes.stream().map(hex::formatHex).toList(),
                marks);
    }

    /** Makes {@code marks} of a block's leaves. */
    public static String marks(List<byte[]> leaves, IntPredicate has) {
        StringBuilder marks = new StringBuilder(leaves.size() * MARK);
        for (int i = 0; i < leaves.size(); i++) {
            marks.append(has.test(i) ? mark(leaves.get(i)) : NO_MARK);
        }
        return marks.toString();
    }

    private static String mark(byte[] leaf) {
        return HexFormat.of().formatHex(leaf, 0, MARK / 2);
    }

    /** How a number of the file compares with what was exported. */
    enum Fit {
        RIGHT,
        LOST,
        STRANGE,
        OTHER
    }

    /** @param leaf what the file has at this place of the block; none: nothing */
    Fit fit(int place, byte @Nullable [] leaf) {
        int from = place * MARK;
        if (marks == null || marks.length() < from + MARK) {
            return Fit.RIGHT;
        }
        String mark = marks.substring(from, from + MARK);
        if (mark.equals(NO_MARK)) {
            return leaf == null ? Fit.RIGHT : Fit.STRANGE;
        }
        if (leaf == null) {
            return Fit.LOST;
        }
        return mark.equals(mark(leaf)) ? Fit.RIGHT : Fit.OTHER;
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
