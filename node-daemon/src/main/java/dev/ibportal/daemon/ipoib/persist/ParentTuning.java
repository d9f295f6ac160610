package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.types.InvalidValueException;
import java.util.OptionalInt;

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

    public boolean isNone() {
        return transmitQueueLength.isEmpty() && channels.isEmpty();
    }
}
