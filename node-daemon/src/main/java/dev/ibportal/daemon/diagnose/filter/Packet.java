package dev.ibportal.daemon.diagnose.filter;

import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpFamily;

/**
 * An echo request or its reply.
 *
 * @param inbound whether it comes in by the interface or leaves by it
 */
public record Packet(String interfaceName, boolean inbound, IpAddress from, IpAddress to, boolean reply) {
    boolean is(IpFamily family) {
        return to.family() == family;
    }

    String hook() {
        return inbound ? "input" : "output";
    }

    String type() {
        return reply ? "echo-reply" : "echo-request";
    }
}
