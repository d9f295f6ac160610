package dev.ibportal.daemon.simulate;

import dev.ibportal.types.InvalidValueException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What can be made to go wrong. */
public enum FaultKind {
    /** The subnet manager dies; ports keep what they have. */
    NO_SM,
    /** The port refuses what the subnet manager sets in its PKey table. */
    KEY_WITHHELD,
    /** The host has no ib_ipoib. */
    MODULE_MISSING,
    /** The cable is out. */
    PORT_DOWN,
    /** The adapter runs its port as Ethernet. */
    PORT_ETHERNET,
    /** Commands that change the host end with an error and change nothing. */
    COMMAND_FAILS,
    /** Commands that change the host do not end. */
    COMMAND_HANGS,
    /** Nothing passes between daemon and portal any more, and neither is told. */
    HALF_OPEN;

    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** @throws InvalidValueException if there is no such fault */
    static FaultKind parse(String text) {
        return Arrays.stream(values())
                .filter(kind -> kind.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException(
                        "fault.unknown",
                        "fault \"" + text + "\" does not exist; there are "
                                + Arrays.stream(values()).map(FaultKind::text).collect(Collectors.joining(", ")),
                        text));
    }

    /** Whether it strikes one node. */
    boolean ofNode() {
        return this != NO_SM;
    }
}
