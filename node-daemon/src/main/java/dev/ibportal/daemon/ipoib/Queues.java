package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.host.SysFs;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Queues of a port's own interface: read from sysfs, changed by commands. */
final class Queues {
    private static final Pattern KEY = Pattern.compile("queue/([^/]+)/(length|channels)");

    private Queues() {}

    static boolean isKey(String key) {
        return KEY.matcher(key).matches();
    }

    /** Empty where the key is none of a queue. */
    static Optional<Command> command(String key, String value) {
        Matcher match = KEY.matcher(key);
        if (!match.matches()) {
            return Optional.empty();
        }
        String device = match.group(1);
        return Optional.of(
                match.group(2).equals("length")
                        ? Command.of("ip", "link", "set", "dev", device, "txqueuelen", value)
                        : Command.of("ethtool", "-L", device, "combined", value));
    }

    /** Missing where the interface has no such thing. */
    static Reading<String> read(String key, SysFs sysfs) {
        Matcher match = KEY.matcher(key);
        if (!match.matches()) {
            return Reading.missing();
        }
        String at = "class/net/" + match.group(1) + "/";
        return match.group(2).equals("length")
                ? sysfs.read(at + "tx_queue_len")
                : sysfs.list(at + "queues")
                        .map(names -> Long.toString(names.stream()
                                .filter(name -> name.startsWith("rx-"))
                                .count()));
    }
}
