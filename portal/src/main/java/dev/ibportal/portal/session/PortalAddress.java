package dev.ibportal.portal.session;

import dev.ibportal.portal.session.transport.AgentServer;
import dev.ibportal.portal.session.transport.AgentsConfig;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** Where nodes find this portal, and the words to join it. */
@Singleton
class PortalAddress {
    private final AgentsConfig config;
    private final AgentServer server;

    PortalAddress(AgentsConfig config, AgentServer server) {
        this.config = config;
        this.server = server;
    }

    String text() {
        return config.publicAddress().orElseGet(() -> hostName() + ":" + server.port());
    }

    /** The token goes through standard input: arguments of a process are visible to everybody on the host. */
    String joinCommand(String token) {
        return "echo 'portal.address=" + text() + "' >> /etc/ibnoded/ibnoded.properties"
                + " && ibnoded enrol --token-file - <<< '" + token + "'";
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
