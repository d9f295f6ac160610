package dev.ibportal.daemon.ipoib;

import static dev.ibportal.agent.v1.ChainLink.CHAIN_LINK_PORT;

import dev.ibportal.agent.v1.PhysState;
import dev.ibportal.daemon.inventory.PortView;

/** The link "port": an InfiniBand port that a subnet manager has made ACTIVE. */
final class PortLink {
    private static final String WANTED = "an ACTIVE InfiniBand port";

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
            case PORT_STATE_DOWN -> broken(port, finding, "DOWN", "port.down", down(port.physState()));
            case PORT_STATE_INIT ->
                broken(
                        port,
                        finding,
                        "INIT",
                        "port.no-subnet-manager",
                        "the cable is in, but no subnet manager has configured the port; start it");
            case PORT_STATE_ARMED ->
                broken(port, finding, "ARMED", "port.armed", "the subnet manager has not finished with the port");
            case PORT_STATE_UNSPECIFIED, UNRECOGNIZED ->
                finding.unknown(CHAIN_LINK_PORT, WANTED, "the state of " + port);
        }
    }

    private static void broken(PortView port, Finding.Builder finding, String found, String code, String why) {
        finding.broken(
                CHAIN_LINK_PORT,
                WANTED,
                found,
                Cause.waiting(code, "wanted " + port + " ACTIVE, found it " + found + ": " + why));
    }

    private static String down(PhysState phys) {
        return switch (phys) {
            case PHYS_STATE_POLLING -> "it finds no partner (Polling); check the cable and the switch";
            case PHYS_STATE_DISABLED -> "it was disabled; enable it on the switch or by ibportstate";
            default -> "its physical state is " + phys.name().replace("PHYS_STATE_", "") + "; check cable and switch";
        };
    }
}
