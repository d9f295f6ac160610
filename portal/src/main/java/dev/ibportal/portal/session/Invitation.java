package dev.ibportal.portal.session;

import java.time.Instant;

/**
 * How a host becomes a node.
 *
 * @param token shown once; the portal keeps its hash
 * @param command what to run on the host as root
 * @param expiresAt the token is good until then
 */
public record Invitation(String token, String command, Instant expiresAt) {
    @Override
    public String toString() {
        return "Invitation[until " + expiresAt + "]";
    }
}
