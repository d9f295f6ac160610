package dev.ibportal.portal.platform.page;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** How much of something is used, drawn and in numbers. An IPv6 pool does not fit into a long. */
public record Bar(BigDecimal used, BigDecimal total) {
    private static final int HIGH = 90;

    public static Bar of(long used, long total) {
        return new Bar(BigDecimal.valueOf(used), BigDecimal.valueOf(total));
    }

    /** Of a hundred, with two digits; what is used at all is never drawn as nothing. */
    public BigDecimal percent() {
        if (total.signum() == 0 || used.signum() == 0) {
            return BigDecimal.ZERO;
        }
        BigDecimal exact = used.multiply(BigDecimal.valueOf(100)).divide(total, 2, RoundingMode.HALF_UP);
        return exact.max(BigDecimal.ONE).min(BigDecimal.valueOf(100));
    }

    public boolean isHigh() {
        return percent().intValue() >= HIGH;
    }

    public String usedText() {
        return used.toPlainString();
    }

    /** From a milliard on as a power of two, as people speak of IPv6 prefixes. */
    public String totalText() {
        return total.precision() <= 9 ? total.toPlainString() : "≈2^" + nearestPower(total.toBigInteger());
    }

    private static int nearestPower(BigInteger number) {
        int bits = number.bitLength();
        return number.testBit(bits - 2) ? bits : bits - 1;
    }
}
