package dev.ibportal.portal.ipam.core;

import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpPrefix;
import dev.ibportal.types.IpRange;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Addresses of a pool that are never handed out.
 *
 * @param pattern {@code first 10} or {@code last 10} of the prefix's usable addresses, when it was said so; {@code span} is
 *     what that means
 * @param reason for people; empty when none was given
 */
public record Exclusion(IpRange span, @Nullable String pattern, String reason) {
    private static final Pattern PATTERN = Pattern.compile("(first|last)\\s+([1-9][0-9]{0,8})");
    private static final int REASON_LENGTH = 200;

    public Exclusion {
        if (reason.codePointCount(0, reason.length()) > REASON_LENGTH || !reason.equals(reason.strip())) {
            throw new InvalidValueException(
                    "exclusion.reason",
                    "a reason has at most " + REASON_LENGTH + " characters and no blanks around it",
                    reason);
        }
        if (reason.chars().anyMatch(Character::isISOControl)) {
            throw new InvalidValueException("exclusion.reason", "a reason is one line of text", reason);
        }
    }

    /** Reads {@code first - last}, a prefix, one address, {@code first N} or {@code last N}; then perhaps {@code # reason}. */
    public static Exclusion parse(String text, IpPrefix prefix) {
        int mark = text.indexOf('#');
        String what = (mark < 0 ? text : text.substring(0, mark)).strip();
        String reason = mark < 0 ? "" : text.substring(mark + 1).strip();
        Matcher pattern = PATTERN.matcher(what);
        if (pattern.matches()) {
            return ofPattern(pattern.group(1) + " " + pattern.group(2), reason, prefix);
        }
        return new Exclusion(IpRange.parse(what), null, reason);
    }

    private static Exclusion ofPattern(String pattern, String reason, IpPrefix prefix) {
        IpRange usable = prefix.usable();
        long count = Long.parseLong(pattern.substring(pattern.indexOf(' ') + 1));
        if (BigInteger.valueOf(count).compareTo(usable.size()) > 0) {
            throw new InvalidValueException(
                    "pool.exclusion",
                    "\"" + pattern + "\" is more than " + prefix + " has: " + usable.size() + " usable addresses",
                    pattern);
        }
        IpRange span = pattern.startsWith("first")
                ? new IpRange(usable.first(), usable.first().plus(count - 1))
                : new IpRange(usable.last().plus(1 - count), usable.last());
        return new Exclusion(span, pattern, reason);
    }

    /** What it says of another prefix; empty when nothing of it lies there. */
    Optional<Exclusion> in(IpPrefix other) {
        if (pattern != null) {
            return Optional.of(ofPattern(pattern, reason, other));
        }
        return span.family() == other.family()
                ? span.intersection(other.range()).map(left -> new Exclusion(left, null, reason))
                : Optional.empty();
    }

    /** As it is typed. */
    @Override
    public String toString() {
        String what = pattern == null ? span.toString() : pattern;
        return reason.isEmpty() ? what : what + " # " + reason;
    }
}
