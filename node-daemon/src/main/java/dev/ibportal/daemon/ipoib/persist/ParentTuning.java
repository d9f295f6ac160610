package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.types.InterfaceName;
import dev.ibportal.types.InvalidValueException;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Queues of an adapter's own interface, where it has any.
 *
 * @param transmitQueueLength packets that may wait; empty: as it is
 * @param channels combined channels ({@code ethtool -L}), only to be changed while there are no children; empty: as it is
 */
public record ParentTuning(OptionalInt transmitQueueLength, OptionalInt channels) {
    public static final ParentTuning NONE = new ParentTuning(OptionalInt.empty(), OptionalInt.empty());

    private static final int LONGEST_QUEUE = 1_000_000;
    private static final int MOST_CHANNELS = 1024;

    /** @throws InvalidValueException if a number is out of range */
    public ParentTuning {
        require("queue length", transmitQueueLength, LONGEST_QUEUE);
        require("number of channels", channels, MOST_CHANNELS);
    }

    private static void require(String what, OptionalInt number, int most) {
        if (number.isPresent() && (number.getAsInt() < 1 || number.getAsInt() > most)) {
            throw new InvalidValueException(
                    "tuning.range", "a " + what + " is 1 to " + most, Integer.toString(number.getAsInt()));
        }
    }

    /** The same as settings of the host, by key, so that they are read back and restored like those of the kernel. */
    public Map<String, String> settings(InterfaceName name) {
        Map<String, String> settings = new TreeMap<>();
        transmitQueueLength.ifPresent(length -> settings.put(lengthKey(name), Integer.toString(length)));
        channels.ifPresent(number -> settings.put(channelsKey(name), Integer.toString(number)));
        return settings;
    }

    public static String lengthKey(InterfaceName name) {
        return "queue/" + name + "/length";
    }

    public static String channelsKey(InterfaceName name) {
        return "queue/" + name + "/channels";
    }

    public boolean isNone() {
        return transmitQueueLength.isEmpty() && channels.isEmpty();
    }
}
