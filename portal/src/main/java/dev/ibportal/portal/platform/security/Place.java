package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.web.RequestInfo;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * From where somebody tries to log in.
 *
 * @param address as text; empty when nobody knows
 * @param browser the id in its cookie, if it has one
 */
public record Place(String address, @Nullable String browser) {
    private static final int IPV6_GROUPS_OF_A_NETWORK = 4;

    public static Place of(RequestInfo request) {
        return new Place(
                request.sourceAddress(),
                request.cookie(SessionCookies.browser(request.isSecure())).orElse(null));
    }

    /** One customer has at least a /64 of IPv6, so its addresses count as one. */
    String network() {
        if (!address.contains(":")) {
            return address;
        }
        String[] halves = address.split("::", 2);
        String[] groups = halves[0].isEmpty() ? new String[0] : halves[0].split(":");
        String[] network = new String[IPV6_GROUPS_OF_A_NETWORK];
        Arrays.fill(network, "0");
        System.arraycopy(groups, 0, network, 0, Math.min(groups.length, network.length));
        return String.join(":", network);
    }
}
