package dev.ibportal.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where the portal listens, on loopback.
 *
 * @param web people and API
 * @param agents daemons
 * @param management health and metrics
 */
public record Ports(int web, int agents, int management) {
    private static final int HIGHEST = 65_535;

    private record Use(int port, String setting, String what) {}

    static Ports configured() {
        return new Ports(
                configured("demo.port", 8080),
                configured("demo.agents-port", 9443),
                configured("demo.management-port", 9000));
    }

    private static int configured(String setting, int usual) {
        String text = System.getProperty(setting, String.valueOf(usual)).strip();
        int port = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
        if (port < 1 || port > HIGHEST) {
            throw new DemoException(setting + "=" + text + " is no port; 1 to " + HIGHEST + " are");
        }
        return port;
    }

    /** Free ones, for tests and measurements. */
    public static Ports free() {
        List<Integer> three =
                IntStream.generate(FreePort::find).distinct().limit(3).boxed().toList();
        return new Ports(three.get(0), three.get(1), three.get(2));
    }

    /** What to do about the ports that somebody else has; empty when all are free. */
    List<String> taken() {
        return List.of(
                        new Use(web, "demo.port", "the web pages"),
                        new Use(agents, "demo.agents-port", "the daemons"),
                        new Use(management, "demo.management-port", "health and metrics"))
                .stream()
                .filter(use -> isTaken(use.port))
                .map(use -> "Port " + use.port + ", wanted for " + use.what
                        + ", is taken by another program. Stop that one, or choose another port: -D" + use.setting + "="
                        + (use.port == HIGHEST ? use.port - 1 : use.port + 1))
                .toList();
    }

    /** With the option that servers use, so that connections of an earlier run which are closing do not count. */
    private static boolean isTaken(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return false;
        } catch (IOException e) {
            return true;
        }
    }
}
