package dev.ibportal.daemon.ipoib;

import static dev.ibportal.agent.v1.ChainLink.CHAIN_LINK_PORT;

import dev.ibportal.daemon.inventory.PortView;

/** The link "port": an InfiniBand port that a subnet manager has made ACTIVE. */
final class PortLink {
    private static final String WANTED = "an ACTIVE InfiniBand port";

    private static final int NO_LID = 0xffff;

    private PortLink() {}

    static void check(PortView port, Finding.Builder finding) {
        switch (port.linkLayer()) {
            case LINK_LAYER_INFINIBAND -> state(port, finding);
            case LINK_LAYER_ETHERNET ->
                finding.broken(CHAIN_LINK_PORT, WANTED, "Ethernet", Cause.failed("port.ethernet", port.toString()));
            case LINK_LAYER_UNSPECIFIED, UNRECOGNIZED ->
                finding.unknown(CHAIN_LINK_PORT, WANTED, "the link layer of " + port);
        }
    }

    private static void state(PortView port, Finding.Builder finding) {
        switch (port.state()) {
            case PORT_STATE_ACTIVE, PORT_STATE_ACTIVE_DEFER -> finding.ok(CHAIN_LINK_PORT, WANTED, "ACTIVE");
            case PORT_STATE_DOWN -> down(port, finding);
            case PORT_STATE_INIT ->
                broken(
                        port,
                        finding,
                        "INIT",
                        "port.no-subnet-manager",
                        "no subnet manager has set up this port; start it");
            case PORT_STATE_ARMED ->
                broken(port, finding, "ARMED", Cause.PORT_ARMED, "being brought up by the subnet manager");
            case PORT_STATE_UNSPECIFIED, UNRECOGNIZED ->
                finding.unknown(CHAIN_LINK_PORT, WANTED, "the state of " + port);
        }
    }

    /** The two states are read together: one of them alone would blame the cable for everything. */
    private static void down(PortView port, Finding.Builder finding) {
        switch (port.physState()) {
            case PHYS_STATE_DISABLED ->
                broken(
                        port,
                        finding,
                        "DOWN (Disabled)",
                        "port.disabled",
                        "port switched off; switch it on with ibportstate, or at its partner");
            case PHYS_STATE_LINK_UP -> linkedButDown(port, finding);
            case PHYS_STATE_POLLING ->
                broken(port, finding, "DOWN (Polling)", "port.down", "no link: cable or peer; it finds no partner");
            default ->
                broken(
                        port,
                        finding,
                        "DOWN",
                        "port.down",
                        "no link: its physical state is "
                                + port.physState().name().replace("PHYS_STATE_", ""));
        }
    }

    /** Physical ports are so for a moment only; a virtual one is until the subnet manager knows its GUID. */
    private static void linkedButDown(PortView port, Finding.Builder finding) {
        int lid = port.lid().orElse(NO_LID);
        if (lid == NO_LID || lid == 0) {
            broken(
                    port,
                    finding,
                    "DOWN (LinkUp)",
                    "port.virtual",
                    "virtual port not activated by the subnet manager: check its GUID");
        } else {
            broken(port, finding, "DOWN (LinkUp)", "port.down", "there is a link, but the port does not come up");
        }
    }

    private static void broken(PortView port, Finding.Builder finding, String found, String code, String why) {
        finding.broken(
                CHAIN_LINK_PORT,
                WANTED,
                found,
                Cause.waiting(code, "wanted " + port + " ACTIVE, found it " + found + ": " + why));
    }
}
