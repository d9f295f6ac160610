package dev.ibportal.audit;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;

/**
 * The signed end of a block of numbers.
 *
 * @param previous hash of the block before; zeros for the first
 * @param root of the tree over the block's leaves
 * @param hash over all of that, which is what is signed
 */
@SuppressWarnings("ArrayRecordComponent")
public record Seal(
        long block,
        long firstNumber,
        long lastNumber,
        byte[] previous,
        byte[] root,
        Instant sealedAt,
        String keyId,
        byte[] hash,
        byte[] signature) {
    /** Numbers of a block at most; a smaller one ended its round. */
    public static final int MOST = 4096;

    private static final byte[] DOMAIN = "ibportal-audit-seal-1\n".getBytes(StandardCharsets.US_ASCII);

    /** What comes before the first block. */
    public static byte[] nothing() {
        return new byte[Hashing.LENGTH];
    }

    public int size() {
        return Math.toIntExact(lastNumber - firstNumber + 1);
    }

    /** The hash that the other parts give. */
    public byte[] computedHash() {
        return hash(this);
    }

    /** A block that is not signed yet. */
    public static Seal open(
            long block, long firstNumber, long lastNumber, byte[] previous, byte[] root, Instant sealedAt, String key) {
        Seal bare = new Seal(block, firstNumber, lastNumber, previous, root, sealedAt, key, new byte[0], new byte[0]);
        return new Seal(block, firstNumber, lastNumber, previous, root, sealedAt, key, hash(bare), new byte[0]);
    }

    public Seal signed(byte[] with) {
        return new Seal(block, firstNumber, lastNumber, previous, root, sealedAt, keyId, hash, with);
    }

    private static byte[] hash(Seal seal) {
        MessageDigest sha = Hashing.sha256();
        sha.update(DOMAIN);
        ByteBuffer numbers = ByteBuffer.allocate(4 * Long.BYTES)
                .putLong(seal.block)
                .putLong(seal.firstNumber)
                .putLong(seal.lastNumber)
                .putLong(Hashing.micros(seal.sealedAt));
        sha.update(numbers.array());
        sha.update(seal.previous);
        sha.update(seal.root);
        sha.update(seal.keyId.getBytes(StandardCharsets.US_ASCII));
        return sha.digest();
    }
}
