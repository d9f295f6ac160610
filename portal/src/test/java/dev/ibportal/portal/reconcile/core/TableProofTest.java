package dev.ibportal.portal.reconcile.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.Absent;
import dev.ibportal.agent.v1.MembershipType;
import dev.ibportal.agent.v1.SmMember;
import dev.ibportal.agent.v1.SmPresent;
import dev.ibportal.portal.reconcile.core.FabricDocument.Key;
import dev.ibportal.types.Guid;
import dev.ibportal.types.PKey;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableProofTest {
    private static final Key KEY = new Key(PKey.parse("0x8051"), Guid.parse("0x02a1f00300000051"));
    private static final SmMember FULL = present(MembershipType.MEMBERSHIP_TYPE_FULL);
    private static final SmMember LIMITED = present(MembershipType.MEMBERSHIP_TYPE_LIMITED);
    private static final SmMember GONE =
            SmMember.newBuilder().setAbsent(Absent.newBuilder().setLedgerId(7)).build();

    @Test
    void theRightEntryIsEffective() {
        assertThat(proof(FULL, 0x7fff, 0x8051)).isEqualTo(new TableProof.Effective("full"));
        assertThat(proof(LIMITED, 0xffff, 0x0051)).isEqualTo(new TableProof.Effective("limited"));
    }

    @Test
    void theOtherMembershipIsNot() {
        assertThat(proof(FULL, 0x0051))
                .isEqualTo(new TableProof.NotYet(
                        "limited", "the port's table shows 0x0051, a limited membership; full was wanted"));
        assertThat(proof(LIMITED, 0x8051))
                .isEqualTo(new TableProof.NotYet(
                        "full", "the port's table shows 0x8051, a full membership; limited was wanted"));
        assertThat(proof(FULL, 0x8051, 0x0051)).isInstanceOf(TableProof.NotYet.class);
    }

    @Test
    void aTableWithoutTheKeyIsNoProof() {
        assertThat(proof(FULL, 0x7fff, 0x8052))
                .isEqualTo(new TableProof.NotYet("none", "the port's table does not show 0x8051"));
        assertThat(proof(FULL)).isInstanceOf(TableProof.NotYet.class);
    }

    @Test
    void aTombstoneIsProvenByAbsenceInEitherForm() {
        assertThat(proof(GONE, 0x7fff, 0x8052)).isEqualTo(new TableProof.Gone(7));
        assertThat(proof(GONE, 0x8051)).isInstanceOf(TableProof.StillThere.class);
        assertThat(proof(GONE, 0x0051))
                .isEqualTo(new TableProof.StillThere("limited", "the port's table still shows 0x0051"));
    }

    @Test
    void aKeyThatBelongsAtIndexZeroIsNotThereElsewhere() {
        SmMember first = SmMember.newBuilder()
                .setPresent(SmPresent.newBuilder()
                        .setMembership(MembershipType.MEMBERSHIP_TYPE_FULL)
                        .setIndex0(true))
                .build();

        assertThat(proof(first, 0x8051, 0x7fff)).isEqualTo(new TableProof.Effective("full"));
        assertThat(proof(first, 0x7fff, 0x8051))
                .isEqualTo(new TableProof.NotYet(
                        "full", "the port's table shows 0x8051 behind index 0, where 0x7fff is; index 0 was wanted"));
    }

    private static TableProof proof(SmMember wish, Integer... table) {
        return TableProof.of(KEY, wish, List.of(table));
    }

    private static SmMember present(MembershipType type) {
        return SmMember.newBuilder()
                .setPresent(SmPresent.newBuilder().setMembership(type))
                .build();
    }
}
