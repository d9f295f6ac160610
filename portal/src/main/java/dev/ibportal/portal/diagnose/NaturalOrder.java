package dev.ibportal.portal.diagnose;

import java.math.BigInteger;
import java.util.Comparator;

/** Names as people count: node2 before node10. */
enum NaturalOrder implements Comparator<String> {
    INSTANCE;

    private static final String BORDER = "(?<=\\d)(?=\\D)|(?<=\\D)(?=\\d)";

    @Override
    public int compare(String one, String other) {
        String[] ones = one.split(BORDER);
        String[] others = other.split(BORDER);
        for (int i = 0; i < Math.min(ones.length, others.length); i++) {
            int part = part(ones[i], others[i]);
            if (part != 0) {
                return part;
            }
        }
        int length = Integer.compare(ones.length, others.length);
        return length != 0 ? length : one.compareTo(other);
    }

    private static int part(String one, String other) {
        return isNumber(one) && isNumber(other)
                ? new BigInteger(one).compareTo(new BigInteger(other))
                : one.compareTo(other);
    }

    private static boolean isNumber(String text) {
        return text.chars().allMatch(letter -> letter >= '0' && letter <= '9') && !text.isEmpty();
    }
}
