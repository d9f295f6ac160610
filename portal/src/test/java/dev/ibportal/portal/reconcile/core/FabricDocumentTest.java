package dev.ibportal.portal.reconcile.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.ibportal.agent.v1.PortTable;
import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.opensm.PartitionsConfRenderer;
import dev.ibportal.opensm.SmDocuments;
import dev.ibportal.portal.reconcile.core.FabricDocument.Key;
import dev.ibportal.portal.reconcile.core.FabricWishes.Member;
import dev.ibportal.portal.reconcile.core.FabricWishes.Partition;
import dev.ibportal.types.Guid;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FabricDocumentTest {
    private static final UUID FABRIC = UUID.fromString("00000000-0000-4000-8000-0000000000f0");
    private static final Guid ONE = Guid.parse("0x1");
    private static final Guid TWO = Guid.parse("0x2");

    @Test
    void equalWishesGiveEqualDocumentsWhateverTheirOrder() {
        List<Partition> partitions = new ArrayList<>(
                List.of(partition(0x51, member(ONE, null), member(TWO, null)), partition(0x31, member(TWO, null))));
        SmDocument document = document(partitions);
        Collections.reverse(partitions);

        assertThat(document(partitions)).isEqualTo(document);
        assertThat(document.getPartitionsList()).extracting("pkey").containsExactly(0x8031, 0x8051);
    }

    @Test
    void thePartOfTheDigestIsWhatIsWantedAndNothingElse() {
        SmDocument document = document(List.of(partition(0x51, member(ONE, null))));

        assertThat(FabricDocument.digest(FabricDocument.sealed(document, 7, Set.of(ONE))))
                .isEqualTo(FabricDocument.digest(document));
        assertThat(FabricDocument.digest(document(List.of(partition(0x51, member(ONE, 3L))))))
                .isNotEqualTo(FabricDocument.digest(document));
    }

    @Test
    void theFileThatIsMeantIsNamedByItsDigest() {
        SmDocument sealed = FabricDocument.sealed(
                document(List.of(partition(0x51, member(ONE, null), member(TWO, 3L)))), 7, Set.of(TWO, ONE));
        String file = PartitionsConfRenderer.render(SmDocuments.conf(sealed));

        assertThat(sealed.getRenderedSha256()).isEqualTo(ByteString.copyFrom(SmDocuments.sha256(file)));
        assertThat(file).contains(ONE + "=full").doesNotContain(TWO.toString());
        assertThat(sealed.getReadBackGuidsList()).containsExactly(ONE.toString(), TWO.toString());
    }

    @Test
    void anOmittedMemberIsFoundAndATombstoneIsNone() {
        SmDocument before = document(List.of(partition(0x51, member(ONE, null), member(TWO, null))));

        assertThat(FabricDocument.omitted(before, document(List.of(partition(0x51, member(ONE, null))))))
                .containsExactly(new Key(new PKey(0x51), TWO));
        assertThat(FabricDocument.omitted(
                        before, document(List.of(partition(0x51, member(ONE, null), member(TWO, 3L))))))
                .isEmpty();
        assertThat(FabricDocument.omitted(document(List.of(partition(0x51, member(TWO, 3L)))), document(List.of())))
                .isEmpty();
    }

    @Test
    void onlyWhatIsNewOrOtherHasChanged() {
        SmDocument before = document(List.of(partition(0x51, member(ONE, null))));
        SmDocument after = document(List.of(partition(0x51, member(ONE, null), member(TWO, null))));

        assertThat(FabricDocument.changed(before, after)).containsExactly(new Key(new PKey(0x51), TWO));
        assertThat(FabricDocument.changed(after, after)).isEmpty();
    }

    @Test
    void aTableThatIsNotKnownSaysNothing() {
        SmDocument document = document(List.of(partition(0x51, member(ONE, null), member(TWO, 3L))));
        List<PortTable> tables = List.of(
                PortTable.newBuilder().setPortGuid(ONE.toString()).build(),
                PortTable.newBuilder()
                        .setPortGuid(TWO.toString())
                        .setKnown(true)
                        .build());

        assertThat(ReadTables.findings(document, tables))
                .containsExactly(new ReadTables.Finding(new Key(new PKey(0x51), TWO), new TableProof.Gone(3)));
    }

    private static SmDocument document(List<Partition> partitions) {
        return FabricDocument.of(new FabricWishes(FABRIC, false, MembershipType.LIMITED, partitions));
    }

    private static Partition partition(int pkey, Member... members) {
        return new Partition(new PKey(pkey), true, IbMtu.MTU_2048, null, 0, List.of(members));
    }

    private static Member member(Guid port, @Nullable Long ledger) {
        return new Member(new UUID(0, port.value()), port, MembershipType.FULL, ledger, false, false);
    }
}
