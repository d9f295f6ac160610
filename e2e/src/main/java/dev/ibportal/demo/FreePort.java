package dev.ibportal.demo;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** A port on loopback for a server that is started later. */
public final class FreePort {
    private static final int LOWEST = 20_000;
    private static final int FIRST_OF_CLIENTS = 32_768;
    private static final int ATTEMPTS = 50;

    private FreePort() {}

    /**
     * One that no server has, below those that systems give to clients (32768 and up on Linux): nobody's connection
     * takes it before the server starts, or while the server is killed and started again.
     */
    public static int find() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, FIRST_OF_CLIENTS);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // Somebody has it; another one will do.
            } catch (IOException e) {
                throw new DemoException("this machine has no loopback to listen on: " + e.getMessage());
            }
        }
        throw new DemoException("this machine has no free port on loopback");
    }
}
