package dev.ibportal.portal.partition.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.testing.Gen;
import dev.ibportal.testing.Property;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpMtu;
import dev.ibportal.types.IpoibMode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InterfaceSettingsTest {
    @ParameterizedTest
    @CsvSource({"2048, datagram, 2044", "4096, datagram, 4092", "2048, connected, 65520", "4096, connected, 65520"})
    void theLargestMtuIsTakenAndOneByteMoreIsRefused(int ibMtu, String mode, int largest) {
        assertThat(settings(ibMtu, mode, largest).effectiveMtu()).isEqualTo(new IpMtu(largest));
        assertThat(settings(ibMtu, mode, null).effectiveMtu()).isEqualTo(new IpMtu(largest));
        assertThatThrownBy(() -> settings(ibMtu, mode, largest + 1))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("MTU " + (largest + 1));
    }

    @Test
    void aMemberFollowsThePartition() {
        assertThat(settings(4096, "datagram", 2044).forMember(null, null)).isEqualTo(settings(4096, "datagram", 2044));
        assertThat(settings(4096, "datagram", 2044)
                        .forMember(null, new IpMtu(4092))
                        .effectiveMtu())
                .isEqualTo(new IpMtu(4092));
    }

    @Test
    void aDatagramMemberOfAConnectedPartitionDoesNotInheritItsMtu() {
        assertThat(settings(2048, "connected", 65520)
                        .forMember(IpoibMode.DATAGRAM, null)
                        .effectiveMtu())
                .isEqualTo(new IpMtu(2044));
    }

    @Test
    void whatAMemberEndsUpWithAlwaysFits() {
        List<IbMtu> ibMtus = List.of(IbMtu.values());
        List<IpoibMode> modes = List.of(IpoibMode.values());
        Property.forAll(Gen.lists(Gen.ints(0, 65520), 4, 4), numbers -> {
            IbMtu ibMtu = ibMtus.get(numbers.get(0) % ibMtus.size());
            IpoibMode mode = modes.get(numbers.get(1) % modes.size());
            IpMtu mtu = within(numbers.get(2), mode, ibMtu);
            InterfaceSettings member =
                    new InterfaceSettings(ibMtu, mode, mtu).forMember(modes.get(numbers.get(3) % modes.size()), null);

            int most = member.mode() == IpoibMode.CONNECTED ? 65520 : ibMtu.bytes() - 4;
            assertThat(member.effectiveMtu().bytes()).isBetween(72, most);
            assertThat(mtu == null || member.effectiveMtu().bytes() == Math.min(mtu.bytes(), most))
                    .isTrue();
        });
    }

    private static @Nullable IpMtu within(int number, IpoibMode mode, IbMtu ibMtu) {
        int most = IpMtu.largest(mode, ibMtu).bytes();
        return number % 5 == 0 ? null : new IpMtu(72 + number % (most - 71));
    }

    @Test
    void ipv6NeedsItsLeastMtu() {
        assertThatThrownBy(() -> settings(1024, "datagram", null).requireIpv6())
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("MTU 1020 carries no IPv6");
        assertThat(settings(2048, "datagram", 1280).requireIpv6().effectiveMtu())
                .isEqualTo(new IpMtu(1280));
    }

    private static InterfaceSettings settings(int ibMtu, String mode, @Nullable Integer mtu) {
        return new InterfaceSettings(IbMtu.ofBytes(ibMtu), IpoibMode.parse(mode), mtu == null ? null : new IpMtu(mtu));
    }
}
