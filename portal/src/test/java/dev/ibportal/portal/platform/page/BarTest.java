package dev.ibportal.portal.platform.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class BarTest {
    @Test
    void isDrawnInHundredths() {
        assertThat(Bar.of(1, 3).percent()).isEqualByComparingTo("33.33");
        assertThat(Bar.of(0, 3).percent()).isZero();
        assertThat(Bar.of(0, 0).percent()).isZero();
        assertThat(Bar.of(3, 3).percent()).isEqualByComparingTo("100");
    }

    @Test
    void isNeverDrawnAsEmptyWhenSomethingIsUsed() {
        assertThat(Bar.of(1, 1_000_000).percent()).isEqualByComparingTo("1");
    }

    @Test
    void isHighFromNinetyOnly() {
        assertThat(Bar.of(899, 1000).isHigh()).isFalse();
        assertThat(Bar.of(900, 1000).isHigh()).isTrue();
    }

    @Test
    void saysLargeTotalsAsPowersOfTwo() {
        Bar bar = new Bar(BigDecimal.ONE, new BigDecimal("18446744073709551615"));

        assertThat(bar.totalText()).isEqualTo("≈2^64");
        assertThat(Bar.of(1, 65_534).totalText()).isEqualTo("65534");
    }
}
