package dev.ibportal.types;

import java.util.Locale;
import java.util.regex.Pattern;

/** A domain to search host names in: letters, digits and hyphens between dots, lower case, without a final dot. */
public record DomainName(String text) {
    private static final Pattern LABELS =
            Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*");
    private static final int MAX = 253;

    /** @throws InvalidValueException if it is not of that form */
    public DomainName {
        if (text.length() > MAX || !LABELS.matcher(text).matches()) {
            throw new InvalidValueException(
                    "domain.syntax",
                    Text.quote(text) + " is not a domain, for example cluster.example: letters, digits and '-' between"
                            + " dots, at most 63 characters each and " + MAX + " in all",
                    text);
        }
    }

    public static DomainName parse(String text) {
        String lower = Text.trimBlanks(text).toLowerCase(Locale.ROOT);
        return new DomainName(lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower);
    }

    @Override
    public String toString() {
        return text;
    }
}
