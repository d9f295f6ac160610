package dev.ibportal.portal.node;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words about the interface that a port has by itself. */
@MessageBundle("own")
public interface OwnMessages {
    @Message("Own interface of the port")
    String title();

    @Message("{node}: own interface of {guid}")
    String edit_title(String node, String guid);

    @Message(
            "The interface that the kernel makes for the port (ib0) is in the default partition. Partitions of tenants get interfaces of their own beside it. What is said here is applied, read back and kept over reboots like those.")
    String lead();

    @Message("Left to the host: the daemon keeps it up and changes nothing else.")
    String unmanaged();

    @Message("Set up")
    String set_up();

    @Message("Change")
    String change();

    @Message("It is being left to the host again.")
    String leaving();

    @Message("Empty: as large as mode and broadcast group allow.")
    String mtu_hint();

    @Message(
            "One a line with the length of the prefix, for example: 10.20.0.11/16. No network of a tenant on this node may overlap.")
    String addresses_hint();

    @Message("Transmit queue length")
    String queue();

    @Message("Packets that may wait, 1 to 1000000. Empty: as it is.")
    String queue_hint();

    @Message("Channels")
    String channels();

    @Message(
            "Combined channels, where the adapter has any. They change only while there is no other interface on the port. Empty: as they are.")
    String channels_hint();

    @Message("Leave it to the host")
    String leave();

    @Message("Addresses that were set here go, queues get their old values back, and the interface itself stays.")
    String leave_text();
}
