package dev.ibportal.daemon.enrol;

import dev.ibportal.types.InvalidValueException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where daemons reach the portal: {@code host:port}, the host a name, an IPv4 address or an IPv6 one in brackets. */
public record PortalAddress(String host, int port) {
    private static final Pattern FORM =
            Pattern.compile("([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\\[[0-9a-fA-F:.]+])" + ":([0-9]{1,5})");

    public static PortalAddress parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        int port = matcher.matches() ? Integer.parseInt(matcher.group(3)) : 0;
        if (port < 1 || port > 0xffff) {
            throw new InvalidValueException(
                    "portal-address.syntax",
                    matcher.matches()
                            ? "portal address \"" + text + "\" is not host:port: ports are 1 to 65535"
                            : "portal address \"" + text + "\" is not host:port, for example portal.example.org:9443",
                    text);
        }
        return new PortalAddress(matcher.group(1), port);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
