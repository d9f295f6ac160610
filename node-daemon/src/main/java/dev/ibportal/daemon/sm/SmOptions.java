package dev.ibportal.daemon.sm;

import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.Reading;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * OpenSM's options, as far as they decide what is safe. With {@code keep_pkey_indexes}, which is on unless said
 * otherwise, OpenSM 3.3.23 remembers the place of each key; when index 0 then moves keys, two of them end up with one
 * place, and a later change loses one for good without a word.
 */
record SmOptions(HostFiles files, String path) {
    private static final Pattern KEEP = Pattern.compile("(?m)^\\s*keep_pkey_indexes\\s+(\\S+)\\s*$");

    /** Why no key may be put at index 0; empty: it may. */
    Optional<String> index0Obstacle() {
        Reading<String> text = files.read(path);
        if (text.trouble().isPresent()) {
            return Optional.of("it cannot be told whether OpenSM keeps the places of keys: "
                    + text.trouble().get());
        }
        if (text.isMissing()) {
            return Optional.of("OpenSM keeps the places of keys (keep_pkey_indexes is TRUE unless " + path
                    + " says otherwise, and there is no such file)" + remedy());
        }
        Matcher option = KEEP.matcher(text.found().orElse(""));
        String value = "";
        while (option.find()) {
            value = option.group(1).toUpperCase(Locale.ROOT);
        }
        return value.equals("FALSE")
                ? Optional.empty()
                : Optional.of("OpenSM keeps the places of keys (keep_pkey_indexes is "
                        + (value.isEmpty() ? "not in " + path + ", so TRUE" : value + " in " + path) + ")" + remedy());
    }

    private String remedy() {
        return " and would lose one of them when index 0 moves; set «keep_pkey_indexes FALSE» in " + path
                + " and restart OpenSM and this daemon";
    }
}
