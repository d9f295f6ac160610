package dev.ibportal.portal.topology.core;

import java.util.Comparator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Order of names in which leaf2 comes before leaf10. */
final class Names {
    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final int DIGITS = 12;

    static final Comparator<String> BY_NUMBER = Comparator.comparing(Names::key);

    private Names() {}

    private static String key(String name) {
        return NUMBER.matcher(name).replaceAll(Names::padded);
    }

    private static String padded(MatchResult number) {
        return "0".repeat(Math.max(0, DIGITS - number.group().length())) + number.group();
    }
}
