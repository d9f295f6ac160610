package dev.ibportal.daemon.cli;

import dev.ibportal.daemon.enrol.PortalAddress;
import dev.ibportal.daemon.ipoib.WayOut;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;

/** Finds the way to the portal by asking the kernel for a route, and tries it by dialling. */
final class PortalWay implements WayOut {
    private static final Duration DIAL = Duration.ofSeconds(2);
    private static final Duration BETWEEN = Duration.ofMillis(250);

    private final PortalAddress portal;
    private final Duration limit;

    /** @param limit of the dead-man timer */
    PortalWay(PortalAddress portal, Duration limit) {
        this.portal = portal;
        this.limit = limit;
    }

    /** Connecting a datagram socket sends nothing, but makes the kernel choose route and source. */
    @Override
    public Optional<IpAddress> source() {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(address());
            InetAddress local = socket.getLocalAddress();
            return local == null || local.isAnyLocalAddress()
                    ? Optional.empty()
                    : Optional.of(IpAddress.parse(withoutZone(local.getHostAddress())));
        } catch (IOException | RuntimeException e) {
            // No route, or a name that cannot be resolved now: there is no way that a change could cut.
            return Optional.empty();
        }
    }

    private static String withoutZone(String text) throws InvalidValueException {
        int zone = text.indexOf('%');
        return zone < 0 ? text : text.substring(0, zone);
    }

    private InetSocketAddress address() {
        return new InetSocketAddress(portal.host(), portal.port());
    }

    @Override
    public Optional<IpAddress> portal() {
        InetAddress known = address().getAddress();
        try {
            return known == null ? Optional.empty() : Optional.of(IpAddress.parse(withoutZone(known.getHostAddress())));
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }

    @Override
    public boolean reached() {
        try (Socket socket = new Socket()) {
            socket.connect(address(), (int) DIAL.toMillis());
            return true;
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    @Override
    public boolean reachedInTime() {
        long end = System.nanoTime() + limit.toNanos();
        while (!reached()) {
            if (System.nanoTime() >= end) {
                return false;
            }
            try {
                Thread.sleep(BETWEEN.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }
}
