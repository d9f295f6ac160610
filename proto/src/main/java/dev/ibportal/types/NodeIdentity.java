package dev.ibportal.types;

import java.net.URI;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Who a daemon is, as its client certificate says in the URI of the subject alternative name:
 * {@code ibportal://node/<id>?roles=node,subnet-manager}. Never a host name.
 *
 * @param nodeId the portal's id of the node
 * @param roles what the daemon may do, at least one
 */
public record NodeIdentity(UUID nodeId, Set<Role> roles) {
    /** Name in the portal's server certificate, whatever address it is reached by; daemons check this one. */
    public static final String PORTAL_TLS_NAME = "portal.ibportal.internal";

    private static final Pattern FORM = Pattern.compile(
            "ibportal://node/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\?roles=([a-z-]+(?:,[a-z-]+)*)");

    /** What a daemon may do. */
    public enum Role {
        NODE,
        SUBNET_MANAGER;

        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** Reads {@code node} or {@code subnet-manager}, exactly so. */
        public static Role parse(String text) {
            return Arrays.stream(values())
                    .filter(role -> role.text().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new InvalidValueException(
                            "role.unknown",
                            "role " + Text.quote(text) + " is neither \"node\" nor \"subnet-manager\"",
                            text));
        }
    }

    public NodeIdentity {
        roles = Set.copyOf(roles);
        if (roles.isEmpty()) {
            throw new InvalidValueException("role.missing", "a node has at least one role", "");
        }
    }

    /** @throws InvalidValueException if the URI is not of that form */
    public static NodeIdentity parse(String uri) {
        var form = FORM.matcher(uri);
        if (!form.matches()) {
            throw new InvalidValueException(
                    "node-identity.syntax",
                    Text.quote(uri) + " is no node identity of the form ibportal://node/<id>?roles=<role>,...",
                    uri);
        }
        Set<Role> roles =
                Arrays.stream(form.group(2).split(",")).map(Role::parse).collect(Collectors.toSet());
        return new NodeIdentity(UUID.fromString(form.group(1)), roles);
    }

    public boolean has(Role role) {
        return roles.contains(role);
    }

    public URI uri() {
        String list = EnumSet.copyOf(roles).stream().map(Role::text).collect(Collectors.joining(","));
        return URI.create("ibportal://node/" + nodeId + "?roles=" + list);
    }

    @Override
    public String toString() {
        return uri().toString();
    }
}
