package dev.ibportal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MtuTest {
    @ParameterizedTest
    @CsvSource({"256, 1", "512, 2", "1024, 3", "2048, 4", "4096, 5"})
    void ibMtuHasBytesAndCode(int bytes, int code) {
        assertThat(IbMtu.ofBytes(bytes).code()).isEqualTo(code);
        assertThat(IbMtu.ofCode(code).bytes()).isEqualTo(bytes);
        assertThat(IbMtu.ofCode(code)).hasToString(Integer.toString(bytes));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 4, 2044, 8192})
    void ibMtuRefusesOtherSizes(int bytes) {
        assertThatThrownBy(() -> IbMtu.ofBytes(bytes)).hasMessageContaining("InfiniBand MTU " + bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 6, 2048})
    void ibMtuRefusesOtherCodes(int code) {
        assertThatThrownBy(() -> IbMtu.ofCode(code)).hasMessageContaining("code " + code);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 71, 65521})
    void ipMtuRefusesWhatNoInterfaceCanHave(int bytes) {
        assertThatThrownBy(() -> new IpMtu(bytes))
                .hasMessageContaining("MTU " + bytes)
                .hasMessageContaining("72 to 65520");
    }

    @ParameterizedTest
    @CsvSource({
        "DATAGRAM, MTU_2048, 2044",
        "DATAGRAM, MTU_4096, 4092",
        "CONNECTED, MTU_2048, 65520",
        "CONNECTED, MTU_4096, 65520"
    })
    void theLargestDependsOnModeAndFabric(IpoibMode mode, IbMtu ibMtu, int largest) {
        assertThat(IpMtu.largest(mode, ibMtu)).isEqualTo(new IpMtu(largest));
        assertThat(new IpMtu(largest).requireFits(mode, ibMtu).bytes()).isEqualTo(largest);
    }

    @Test
    void oneMoreThanTheLargestIsRefusedWithTheLimit() {
        assertThatThrownBy(() -> new IpMtu(2045).requireFits(IpoibMode.DATAGRAM, IbMtu.MTU_2048))
                .hasMessageContaining("MTU 2045")
                .hasMessageContaining("at most 2044");
    }

    @Test
    void ipv6NeedsAtLeast1280Bytes() {
        assertThat(new IpMtu(1279).carriesIpv6()).isFalse();
        assertThat(new IpMtu(1280).carriesIpv6()).isTrue();
    }
}
