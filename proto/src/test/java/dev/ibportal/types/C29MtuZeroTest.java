package dev.ibportal.types;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class C29MtuZeroTest {
    @Test
    void zeroIsAValueAndIsRefused() {
        assertThatThrownBy(() -> new IpMtu(0))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("MTU 0")
                .hasMessageContaining("follow the partition");
    }
}
