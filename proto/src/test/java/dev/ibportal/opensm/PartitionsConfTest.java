package dev.ibportal.opensm;

import static dev.ibportal.opensm.Confs.full;
import static dev.ibportal.opensm.Confs.ipoib;
import static dev.ibportal.opensm.Confs.limited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.types.IbMtu;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PartitionsConfTest {
    @Test
    void rendersAWholeFile() {
        PartitionRule red = new PartitionRule(
                PKey.parse("0x8031"),
                Optional.of(new BroadcastGroup(IbMtu.MTU_4096, 16)),
                2,
                List.of(
                        limited("0x02a1f00300000032"),
                        full("0x02a1f00300000031"),
                        new PortMember(full("0x02a1f00300000033").port(), MembershipType.FULL, true)));
        PartitionRule storage =
                new PartitionRule(PKey.parse("0xfffe"), Optional.empty(), 0, List.of(full("0x02a1f00300000031")));

        assertThat(PartitionsConfRenderer.render(new PartitionsConf(Confs.LIMITED, List.of(storage, red))))
                .isEqualTo("""
                        # Written by ibportal. Edits made here are lost with the next change.

                        Default=0x7fff,ipoib,mtu=4,rate=3,sl=0:
                        ALL=limited,
                        SELF=full;

                        t8031=0x0031,ipoib,mtu=5,rate=16,sl=2:
                        0x02a1f00300000031=full,
                        0x02a1f00300000032=limited;

                        t8031-index0=0x0031,ipoib,mtu=5,rate=16,sl=2,indx0:
                        0x02a1f00300000033=full;

                        tfffe=0x7ffe,sl=0:
                        0x02a1f00300000031=full;
                        """);
    }

    @Test
    void dropsPartitionsWithoutMembers() {
        assertThat(new PartitionsConf(Confs.LIMITED, List.of(ipoib("0x8031"))).partitions())
                .isEmpty();
    }

    @Test
    void refusesTheDefaultPartitionAsATenants() {
        assertThatThrownBy(() -> new PartitionRule(PKey.DEFAULT, Optional.empty(), 0, List.of()))
                .hasMessageContaining("default partition");
    }

    @Test
    void refusesOnePKeyTwice() {
        assertThatThrownBy(() -> new PartitionsConf(
                        Confs.LIMITED, List.of(ipoib("0x8031", full("0x1")), ipoib("0x0031", full("0x2")))))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("0x8031 has two rules");
    }

    @Test
    void refusesOnePortTwice() {
        assertThatThrownBy(() -> ipoib("0x8031", full("0x1"), limited("0x1")))
                .hasMessageContaining("0x0000000000000001 is listed twice in partition 0x8031");
    }

    @Test
    void refusesTwoPKeysAtIndex0OfOnePort() {
        PortMember member = new PortMember(full("0x1").port(), MembershipType.FULL, true);
        assertThatThrownBy(() ->
                        new PartitionsConf(Confs.LIMITED, List.of(ipoib("0x8031", member), ipoib("0x8032", member))))
                .hasMessageContaining("both 0x8031 and 0x8032 at index 0");
    }

    @Test
    void refusesCodesThatOpenSmWouldReplace() {
        assertThatThrownBy(() -> new BroadcastGroup(IbMtu.MTU_2048, 1)).hasMessageContaining("rate code 1");
        assertThatThrownBy(() -> new BroadcastGroup(IbMtu.MTU_2048, 19)).hasMessageContaining("2 to 18");
        assertThatThrownBy(() -> new PartitionRule(new PKey(1), Optional.empty(), 16, List.of()))
                .hasMessageContaining("service level 16");
        assertThatThrownBy(() -> new PartitionRule(new PKey(1), Optional.empty(), -1, List.of()))
                .hasMessageContaining("service level -1");
    }
}
