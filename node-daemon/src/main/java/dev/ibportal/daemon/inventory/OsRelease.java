package dev.ibportal.daemon.inventory;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What {@code /etc/os-release} says. The file is shell syntax, but is only ever read: a value that would have to be
 * expanded is taken as it stands.
 *
 * @param id lower-case name of the distribution; empty when unknown
 * @param versionId empty when unknown
 * @param prettyName for people; empty when unknown
 */
public record OsRelease(String id, String versionId, String prettyName) {
    public static final OsRelease UNKNOWN = new OsRelease("", "", "");

    private static final Pattern ID = Pattern.compile("[a-z0-9._-]+");
    private static final int SHOWN = 120;

    public static OsRelease parse(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        text.lines().map(String::strip).forEach(line -> {
            int equals = line.indexOf('=');
            if (equals > 0 && !line.startsWith("#")) {
                values.put(line.substring(0, equals), unquote(line.substring(equals + 1)));
            }
        });
        String id = values.getOrDefault("ID", "");
        return new OsRelease(
                ID.matcher(id).matches() ? id : "",
                plain(values.getOrDefault("VERSION_ID", "")),
                plain(values.getOrDefault("PRETTY_NAME", "")));
    }

    private static String unquote(String value) {
        boolean quoted = value.length() >= 2
                && (value.charAt(0) == '"' || value.charAt(0) == '\'')
                && value.charAt(value.length() - 1) == value.charAt(0);
        return quoted ? value.substring(1, value.length() - 1).replace("\\", "") : value;
    }

    private static String plain(String value) {
        String printable = value.replaceAll("\\p{Cntrl}", "");
        return printable.length() > SHOWN ? printable.substring(0, SHOWN) : printable;
    }
}
