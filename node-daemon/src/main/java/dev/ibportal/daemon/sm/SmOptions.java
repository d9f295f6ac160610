package dev.ibportal.daemon.sm;

import dev.ibportal.agent.v1.SmKey;
import dev.ibportal.agent.v1.SmKeyState;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.Reading;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * OpenSM's options, as far as they decide what is safe. With {@code keep_pkey_indexes}, which is on unless said
 * otherwise, OpenSM 3.3.23 remembers the place of each key; when index 0 then moves keys, two of them end up with one
 * place, and a later change loses one for good without a word.
 */
record SmOptions(HostFiles files, String path) {
    static final List<String> KEYS = List.of("m_key", "sm_key", "sa_key");
    private static final Pattern KEY = Pattern.compile("(?m)^\\s*(m_key|sm_key|sa_key)\\s+(\\S+)\\s*$");

    /** None, and 1 in both orders of bytes, which is what OpenSM takes for SM_Key and SA_Key unless it is told another. */
    private static final Set<Long> KNOWN_TO_ALL = Set.of(0L, 1L, 1L << 56);

    private static final Pattern KEEP = Pattern.compile("(?m)^\\s*keep_pkey_indexes\\s+(\\S+)\\s*$");

    private static final Pattern QOS = Pattern.compile("(?m)^\\s*qos\\s+(\\S+)\\s*$");

    /** Without it OpenSM makes every service level 0, silently. */
    boolean hasQualityOfService() {
        Matcher option = QOS.matcher(files.read(path).found().orElse(""));
        String value = "";
        while (option.find()) {
            value = option.group(1).toUpperCase(Locale.ROOT);
        }
        return value.equals("TRUE");
    }

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

    /**
     * Whether the keys are set that keep others from managing the fabric. Their values stay where they are: they are
     * neither kept nor told.
     */
    List<SmKey> keys() {
        Reading<String> text = files.read(path);
        Map<String, SmKeyState> found = new LinkedHashMap<>();
        SmKeyState unsaid =
                text.trouble().isPresent() ? SmKeyState.SM_KEY_STATE_UNKNOWN : SmKeyState.SM_KEY_STATE_DEFAULT;
        KEYS.forEach(name -> found.put(name, unsaid));
        Matcher option = KEY.matcher(text.found().orElse(""));
        while (option.find()) {
            found.put(option.group(1), state(option.group(2)));
        }
        return found.entrySet().stream()
                .map(key -> SmKey.newBuilder()
                        .setName(key.getKey())
                        .setState(key.getValue())
                        .build())
                .toList();
    }

    static SmKeyState state(String value) {
        boolean hex = value.regionMatches(true, 0, "0x", 0, 2);
        try {
            long key = hex ? Long.parseUnsignedLong(value.substring(2), 16) : Long.parseUnsignedLong(value);
            return KNOWN_TO_ALL.contains(key) ? SmKeyState.SM_KEY_STATE_DEFAULT : SmKeyState.SM_KEY_STATE_SET;
        } catch (NumberFormatException e) {
            // not even a part of it may get into a log
            return SmKeyState.SM_KEY_STATE_UNKNOWN;
        }
    }

    private String remedy() {
        return " and would lose one of them when index 0 moves; set «keep_pkey_indexes FALSE» in " + path
                + " and restart OpenSM and this daemon";
    }
}
