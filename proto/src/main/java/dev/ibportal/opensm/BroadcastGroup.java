package dev.ibportal.opensm;

import dev.ibportal.types.IbMtu;
import dev.ibportal.types.InvalidValueException;

/**
 * Attributes of the IPoIB broadcast group of a partition. OpenSM freezes them while the partition exists: a change
 * needs one sweep without the partition, which interrupts it.
 *
 * @param mtu largest payload of the group; a port with a smaller MTU cannot join
 * @param rateCode least rate of a member, as the specification's code (2 is 2.5 Gb/s, 3 is 10 Gb/s, 16 is 100 Gb/s);
 *     a slower port cannot join. {@value #MIN_RATE} to {@value #MAX_RATE}: OpenSM takes others silently for something else
 */
public record BroadcastGroup(IbMtu mtu, int rateCode) {
    public static final int MIN_RATE = 2;
    public static final int MAX_RATE = 18;

    /** What OpenSM does without being told, written out because its defaults may change: 2048 bytes, 10 Gb/s. */
    public static final BroadcastGroup DEFAULT = new BroadcastGroup(IbMtu.MTU_2048, 3);

    /** @throws InvalidValueException for a rate code that OpenSM does not know */
    public BroadcastGroup {
        if (rateCode < MIN_RATE || rateCode > MAX_RATE) {
            throw new InvalidValueException(
                    "rate.unknown",
                    "rate code " + rateCode + " does not exist: " + MIN_RATE + " to " + MAX_RATE,
                    Integer.toString(rateCode));
        }
    }
}
