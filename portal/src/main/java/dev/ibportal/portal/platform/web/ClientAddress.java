package dev.ibportal.portal.platform.web;

import dev.ibportal.portal.platform.config.PortalSettings;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpPrefix;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * From where a request comes. Behind trusted proxies: the last address that was written by one of them. What stands before
 * it came from the client, who can write anything.
 */
@ApplicationScoped
class ClientAddress {
    private final List<IpPrefix> proxies;

    ClientAddress(PortalSettings settings) {
        this.proxies = settings.web().behindTlsProxy()
                ? settings.web().trustedProxies().orElse(List.of()).stream()
                        .map(ClientAddress::network)
                        .toList()
                : List.of();
    }

    private static IpPrefix network(String text) {
        String stripped = text.strip();
        return stripped.contains("/")
                ? IpPrefix.parse(stripped)
                : new IpPrefix(
                        IpAddress.parse(stripped),
                        IpAddress.parse(stripped).family().bits());
    }

    String of(HttpServerRequest request) {
        String peer = peer(request);
        List<String> told = request.headers().getAll("X-Forwarded-For").stream()
                .flatMap(header -> Arrays.stream(header.split(",")))
                .map(String::strip)
                .toList();
        return of(peer, told);
    }

    String of(String peer, List<String> told) {
        String address = peer;
        for (int i = told.size() - 1;
                i >= 0 && isTrusted(address) && parse(told.get(i)).isPresent();
                i--) {
            address = told.get(i);
        }
        return address;
    }

    /** Whether whoever sends this is on this machine, or a proxy that is known to have ended TLS. */
    boolean isNear(HttpServerRequest request) {
        String peer = peer(request);
        return peer.startsWith("127.") || peer.equals("::1") || peer.equals("0:0:0:0:0:0:0:1");
    }

    private static String peer(HttpServerRequest request) {
        return Optional.ofNullable(request.connection().remoteAddress())
                .map(SocketAddress::hostAddress)
                .orElse("");
    }

    private boolean isTrusted(String address) {
        return parse(address)
                .filter(parsed -> proxies.stream().anyMatch(network -> network.contains(parsed)))
                .isPresent();
    }

    private static Optional<IpAddress> parse(String text) {
        try {
            return Optional.of(IpAddress.parse(text));
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }
}
