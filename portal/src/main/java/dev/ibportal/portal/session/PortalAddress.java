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

    /**
     * For any POSIX shell, and for running it once more: it sets the one line of the configuration, proves who is who, and
     * starts the daemon, as a service where there is one. The token goes through standard input: arguments of a process
     * are visible to everybody on the host.
     */
    String joinCommand(String token) {
        return String.join(
                " &&\n",
                "f=/etc/ibnoded/ibnoded.properties; mkdir -p /etc/ibnoded",
                "{ grep -v '^[[:space:]]*portal[.]address' $f 2>/dev/null; echo 'portal.address=" + text()
                        + "'; } >$f.new",
                "mv $f.new $f",
                "printf '%s\\n' '" + token + "' | ibnoded enrol --token-file -",
                "{ systemctl enable ibnoded && systemctl restart ibnoded || ibnoded run; }");
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
