package dev.ibportal.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MerkleTest {
    private final Hashing hashing = new Hashing();

    private List<byte[]> leaves(int count) {
        List<byte[]> leaves = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            leaves.add(hashing.leaf(i, new byte[Hashing.LENGTH]));
        }
        return leaves;
    }

    @Test
    void anyPartOfTheLeavesIsProven() {
        Random random = new Random(7);
        for (int size = 1; size <= 70; size++) {
            List<byte[]> leaves = leaves(size);
            byte[] root = Merkle.root(hashing, leaves);
            for (int round = 0; round < 10; round++) {
                BitSet part = new BitSet();
                for (int i = 0; i < size; i++) {
                    part.set(i, random.nextInt(4) == 0);
                }
                List<byte[]> proof = Merkle.proof(hashing, leaves, part::get);
                assertThat(Merkle.rootOf(hashing, size, part::get, leaves::get, proof))
                        .as("%d %s", size, part)
                        .isEqualTo(root);
            }
        }
    }

    @Test
    void anotherLeafAndAnotherPlaceGiveAnotherRoot() {
        List<byte[]> leaves = leaves(9);
        byte[] root = Merkle.root(hashing, leaves);
        List<byte[]> changed = new ArrayList<>(leaves);
        changed.set(4, hashing.leaf(99, new byte[Hashing.LENGTH]));
        List<byte[]> swapped = new ArrayList<>(leaves);
        swapped.set(2, leaves.get(3));
        swapped.set(3, leaves.get(2));

        assertThat(Merkle.root(hashing, changed)).isNotEqualTo(root);
        assertThat(Merkle.root(hashing, swapped)).isNotEqualTo(root);
        assertThat(Merkle.root(hashing, leaves.subList(0, 8))).isNotEqualTo(root);
    }

    @Test
    void aProofOfAnotherLengthIsRefused() {
        List<byte[]> leaves = leaves(6);
        List<byte[]> proof = Merkle.proof(hashing, leaves, i -> i == 2);

        assertThatThrownBy(() -> Merkle.rootOf(hashing, 6, i -> i == 2, leaves::get, proof.subList(1, proof.size())))
                .hasMessageContaining("fewer");
        List<byte[]> longer = new ArrayList<>(proof);
        longer.add(new byte[Hashing.LENGTH]);
        assertThatThrownBy(() -> Merkle.rootOf(hashing, 6, i -> i == 2, leaves::get, longer))
                .hasMessageContaining("more");
    }
}
