package dev.ibportal.audit;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * The tree over a block's leaves, cut as RFC 6962 does it. A part of the leaves is proven by the roots of those subtrees
 * that hold none of them.
 */
public final class Merkle {
    private Merkle() {}

    public static byte[] root(Hashing hashing, List<byte[]> leaves) {
        return root(hashing, leaves, 0, leaves.size());
    }

    private static byte[] root(Hashing hashing, List<byte[]> leaves, int from, int to) {
        if (to - from == 1) {
            return leaves.get(from);
        }
        int middle = middle(from, to);
        return hashing.node(root(hashing, leaves, from, middle), root(hashing, leaves, middle, to));
    }

    /** What somebody who has only the leaves of which {@code has} says so needs to find the root, in order. */
    public static List<byte[]> proof(Hashing hashing, List<byte[]> leaves, IntPredicate has) {
        List<byte[]> proof = new ArrayList<>();
        proof(hashing, leaves, has, new int[] {0, leaves.size()}, proof);
        return proof;
    }

    private static void proof(Hashing hashing, List<byte[]> leaves, IntPredicate has, int[] range, List<byte[]> proof) {
        int from = range[0];
        int to = range[1];
        if (hasNone(has, from, to)) {
            proof.add(root(hashing, leaves, from, to));
        } else if (to - from > 1) {
            int middle = middle(from, to);
            proof(hashing, leaves, has, new int[] {from, middle}, proof);
            proof(hashing, leaves, has, new int[] {middle, to}, proof);
        }
    }

    /**
     * The root that leaves and proof give.
     *
     * @throws IllegalArgumentException if the proof has too few or too many hashes
     */
    public static byte[] rootOf(
            Hashing hashing, int size, IntPredicate has, IntFunction<byte[]> leaf, List<byte[]> proof) {
        Iterator<byte[]> rest = proof.iterator();
        byte[] root = rootOf(hashing, has, leaf, new int[] {0, size}, rest);
        if (rest.hasNext()) {
            throw new IllegalArgumentException("the proof has more hashes than the block needs");
        }
        return root;
    }

    private static byte[] rootOf(
            Hashing hashing, IntPredicate has, IntFunction<byte[]> leaf, int[] range, Iterator<byte[]> proof) {
        int from = range[0];
        int to = range[1];
        if (hasNone(has, from, to)) {
            if (!proof.hasNext()) {
                throw new IllegalArgumentException("the proof has fewer hashes than the block needs");
            }
            return proof.next();
        }
        if (to - from == 1) {
            return leaf.apply(from);
        }
        int middle = middle(from, to);
        byte[] left = rootOf(hashing, has, leaf, new int[] {from, middle}, proof);
        return hashing.node(left, rootOf(hashing, has, leaf, new int[] {middle, to}, proof));
    }

    private static boolean hasNone(IntPredicate has, int from, int to) {
        for (int i = from; i < to; i++) {
            if (has.test(i)) {
                return false;
            }
        }
        return true;
    }

    private static int middle(int from, int to) {
        return from + Integer.highestOneBit(to - from - 1);
    }
}
