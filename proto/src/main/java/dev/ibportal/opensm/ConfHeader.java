package dev.ibportal.opensm;

import dev.ibportal.types.IbMtu;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.PKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The part of a rule before the colon: {@code name=0xpkey,flag,flag=value}. */
record ConfHeader(int line, PKey pkey, Optional<BroadcastGroup> group, int serviceLevel, boolean index0) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");
    private static final Pattern PKEY = Pattern.compile("0x[0-9a-fA-F]{1,4}");
    private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]?");

    private static final Set<String> WITHOUT_VALUE = Set.of("ipoib", "indx0");
    private static final Set<String> WITH_VALUE = Set.of("mtu", "rate", "sl");

    static ConfHeader parse(int line, String text) {
        String[] parts = text.split(",", -1);
        PKey pkey = pkey(line, parts[0]);
        Map<String, Integer> flags = new HashMap<>();
        for (int i = 1; i < parts.length; i++) {
            flag(line, parts[i].strip(), flags);
        }
        try {
            return new ConfHeader(
                    line,
                    pkey,
                    group(line, flags),
                    PartitionRule.requireServiceLevel(flags.getOrDefault("sl", 0)),
                    flags.containsKey("indx0"));
        } catch (InvalidValueException e) {
            throw new ConfFault(line, e);
        }
    }

    private static PKey pkey(int line, String text) {
        int equals = text.indexOf('=');
        String name = (equals < 0 ? text : text.substring(0, equals)).strip();
        String value = equals < 0 ? "" : text.substring(equals + 1).strip();
        if (!NAME.matcher(name).matches()) {
            throw new ConfFault(
                    line, "partition name \"" + name + "\" is not a letter and then letters, digits, _ or -");
        }
        int number = PKEY.matcher(value).matches() ? Integer.parseInt(value.substring(2), 16) : 0;
        if (number < 1 || number > PKey.DEFAULT.base()) {
            throw new ConfFault(line, "PKey \"" + value + "\" of " + name + " is not 0x0001 to 0x7fff");
        }
        return new PKey(number);
    }

    private static void flag(int line, String text, Map<String, Integer> flags) {
        int equals = text.indexOf('=');
        String name = (equals < 0 ? text : text.substring(0, equals)).strip();
        boolean known = equals < 0 ? WITHOUT_VALUE.contains(name) : WITH_VALUE.contains(name);
        if (!known) {
            throw new ConfFault(
                    line,
                    "flag \"" + text + "\" is none of ipoib, indx0, mtu=, rate=, sl=; OpenSM would drop it silently");
        }
        String value = equals < 0 ? "0" : text.substring(equals + 1).strip();
        if (!NUMBER.matcher(value).matches()) {
            throw new ConfFault(line, "value of flag \"" + text + "\" is not a plain decimal number");
        }
        if (flags.put(name, Integer.valueOf(value)) != null) {
            throw new ConfFault(line, "flag " + name + " is given twice");
        }
    }

    private static Optional<BroadcastGroup> group(int line, Map<String, Integer> flags) {
        if (!flags.containsKey("ipoib")) {
            if (flags.containsKey("mtu") || flags.containsKey("rate")) {
                throw new ConfFault(line, "mtu and rate belong to the broadcast group, which needs the flag ipoib");
            }
            return Optional.empty();
        }
        BroadcastGroup usual = BroadcastGroup.DEFAULT;
        int mtu = flags.getOrDefault("mtu", usual.mtu().code());
        return Optional.of(new BroadcastGroup(IbMtu.ofCode(mtu), flags.getOrDefault("rate", usual.rateCode())));
    }

    /** Whether OpenSM may merge the two without one of them changing what the other says. */
    boolean complements(ConfHeader other) {
        return index0 != other.index0 && group.equals(other.group) && serviceLevel == other.serviceLevel;
    }
}
