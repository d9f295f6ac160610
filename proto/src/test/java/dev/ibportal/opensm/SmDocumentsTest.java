package dev.ibportal.opensm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.agent.v1.Absent;
import dev.ibportal.agent.v1.Held;
import dev.ibportal.agent.v1.MembershipType;
import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmMember;
import dev.ibportal.agent.v1.SmPartition;
import dev.ibportal.agent.v1.SmPresent;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.InvalidValueException;
import org.junit.jupiter.api.Test;

class SmDocumentsTest {
    private static final String PORT = "0x02a1f00300000031";
    private static final SmMember FULL = SmMember.newBuilder()
            .setPortGuid(PORT)
            .setPresent(SmPresent.newBuilder().setMembership(MembershipType.MEMBERSHIP_TYPE_FULL))
            .build();

    @Test
    void listsPresentMembersAndLeavesAbsentOnesOut() {
        SmMember gone = SmMember.newBuilder()
                .setPortGuid("0x02a1f00300000032")
                .setAbsent(Absent.newBuilder().setLedgerId(7))
                .build();

        PartitionsConf conf = SmDocuments.conf(document(partition(FULL).addMembers(gone)));

        assertThat(conf.partitions()).singleElement().satisfies(rule -> {
            assertThat(rule.pkey()).hasToString("0x8031");
            assertThat(rule.members()).singleElement().satisfies(member -> {
                assertThat(member.port()).hasToString(PORT);
                assertThat(member.membership()).isEqualTo(dev.ibportal.types.MembershipType.FULL);
            });
        });
    }

    @Test
    void aPartitionWithoutIpoibHasNoGroup() {
        assertThat(SmDocuments.conf(document(partition(FULL).setIbMtu(4096)))
                        .partitions()
                        .get(0)
                        .group())
                .isEmpty();
        assertThat(SmDocuments.conf(document(partition(FULL).setIpoib(true).setIbMtu(4096)))
                        .partitions()
                        .get(0)
                        .group())
                .contains(new BroadcastGroup(IbMtu.MTU_4096, 3));
    }

    @Test
    void nothingIsGuessed() {
        SmMember none = SmMember.newBuilder().setPortGuid(PORT).build();
        SmMember unspecified =
                none.toBuilder().setPresent(SmPresent.newBuilder()).build();
        SmMember held = none.toBuilder().setHeld(Held.newBuilder()).build();

        assertThatThrownBy(() -> SmDocuments.conf(document(partition(none))))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("neither present nor absent");
        assertThatThrownBy(() -> SmDocuments.conf(document(partition(unspecified))))
                .hasMessageContaining(PORT)
                .hasMessageContaining("neither full nor limited");
        assertThatThrownBy(() -> SmDocuments.conf(document(partition(held)))).hasMessageContaining("is held");
        assertThatThrownBy(() -> SmDocuments.conf(document(SmPartition.newBuilder())))
                .hasMessageContaining("no PKey");
        assertThatThrownBy(() -> SmDocuments.conf(SmDocument.getDefaultInstance()))
                .hasMessageContaining("default_membership");
    }

    private static SmPartition.Builder partition(SmMember member) {
        return SmPartition.newBuilder().setPkey(0x8031).addMembers(member);
    }

    private static SmDocument document(SmPartition.Builder partition) {
        return SmDocument.newBuilder()
                .setDefaultMembership(MembershipType.MEMBERSHIP_TYPE_LIMITED)
                .addPartitions(partition)
                .build();
    }
}
