package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.fault.DomainFault;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a password must not be, after NIST SP 800-63B-4: short, or one that guessers try first. No rules of composition.
 * The list is of common passwords; because few of them are long, what is left of a candidate without its padding is looked
 * up too.
 */
@ApplicationScoped
class PasswordRules {
    static final int LEAST = 15;
    static final int MOST = 256;

    private static final int SHORTEST_WORD = 3;
    private static final int LEAST_OF_ITS_OWN = 8;
    private static final int LONGEST_UNIT_OF_LITTLE = 3;
    private static final int RUN = 4;
    private static final List<String> ROWS = List.of(
            "01234567890",
            "abcdefghijklmnopqrstuvwxyz",
            "qwertyuiop",
            "asdfghjkl",
            "zxcvbnm",
            "1q2w3e4r5t6y7u8i9o0p",
            "1qaz2wsx3edc4rfv5tgb6yhn7ujm");
    private static final Pattern PADDING = Pattern.compile("^[^\\p{L}]+|[^\\p{L}]+$");
    private static final List<String> HOUSE_WORDS =
            List.of("ibportal", "infiniband", "portal", "partition", "password", "passwort", "admin", "operator");

    private final Set<String> common;

    PasswordRules() {
        try (InputStream file = PasswordRules.class.getResourceAsStream("/passwords/common.txt")) {
            if (file == null) {
                throw new IllegalStateException("the portal was built without its list of common passwords");
            }
            common = new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void check(String field, String password, Collection<String> context) {
        if (password.codePoints().anyMatch(each -> Character.getType(each) == Character.SURROGATE)) {
            throw new DomainFault.Invalid(field, "has half a character; it would be the same password as many others");
        }
        int length = password.codePointCount(0, password.length());
        if (length < LEAST || length > MOST) {
            throw refused(
                    field,
                    "password.length",
                    "has " + length + " characters; it needs " + LEAST + " to " + MOST
                            + ", of any kind, blanks too. A few words that do not belong together are easy to keep");
        }
        String plain = password.toLowerCase(Locale.ROOT);
        if (isCommon(plain)
                || isCommon(PADDING.matcher(plain).replaceAll(""))
                || isCommon(PADDING.matcher(spoken(plain)).replaceAll(""))) {
            throw refused(field, "password.common", "is a common password, or one with padding; guessers try it first");
        }
        String unit = unit(plain);
        if (unit.length() <= LONGEST_UNIT_OF_LITTLE || (unit.length() < plain.length() && isCommon(unit))) {
            throw refused(field, "password.little", "repeats \"" + unit + "\"; guessers try that first");
        }
        if (ownPart(plain, ROWS).length() < LEAST_OF_ITS_OWN) {
            throw refused(
                    field, "password.little", "is mostly a row of keys, letters or digits; guessers try that first");
        }
        requireMoreThan(field, plain, context);
    }

    private boolean isCommon(String text) {
        return common.contains(text);
    }

    private static void requireMoreThan(String field, String plain, Collection<String> context) {
        String rest = plain;
        for (String word : HOUSE_WORDS) {
            rest = rest.replace(word, "");
        }
        for (String name : context) {
            for (String word : name.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+")) {
                rest = word.length() < SHORTEST_WORD ? rest : rest.replace(word, "");
            }
        }
        if (rest.length() < LEAST_OF_ITS_OWN) {
            throw refused(field, "password.names", "is made of names that guessers know: yours, or the portal's words");
        }
    }

    private static DomainFault refused(String field, String code, String message) {
        return new DomainFault.Invalid(List.of(new DomainFault.FieldError(field, message, code)), null);
    }

    private static String spoken(String text) {
        return text.replace('0', 'o')
                .replace('1', 'i')
                .replace('3', 'e')
                .replace('4', 'a')
                .replace('@', 'a')
                .replace('5', 's')
                .replace('$', 's')
                .replace('7', 't')
                .replace('!', 'i');
    }

    /** The shortest beginning of which the whole is made by repetition. */
    private static String unit(String text) {
        for (int period = 1; period <= text.length() / 2; period++) {
            if (text.regionMatches(0, text, period, text.length() - period)) {
                return text.substring(0, period);
            }
        }
        return text;
    }

    /** What is left without pieces of the rows, forwards or backwards, of {@link #RUN} characters or more. */
    private static String ownPart(String text, List<String> rows) {
        StringBuilder rest = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            int run = longestRun(text, at, rows);
            if (run < RUN) {
                rest.append(text.charAt(at));
                run = 1;
            }
            at += run;
        }
        return rest.toString();
    }

    private static int longestRun(String text, int at, List<String> rows) {
        int longest = 0;
        for (String row : rows) {
            longest = Math.max(longest, Math.max(run(text, at, row), run(text, at, reversed(row))));
        }
        return longest;
    }

    private static int run(String text, int at, String row) {
        int start = row.indexOf(text.charAt(at));
        int length = 0;
        while (start >= 0
                && at + length < text.length()
                && start + length < row.length()
                && text.charAt(at + length) == row.charAt(start + length)) {
            length++;
        }
        return length;
    }

    private static String reversed(String text) {
        return new StringBuilder(text).reverse().toString();
    }
}
