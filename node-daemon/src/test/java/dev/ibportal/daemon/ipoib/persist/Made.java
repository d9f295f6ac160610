package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.types.InterfaceAddress;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * An interface as a back-end understood it, in words that are the same for all.
 *
 * @param parent empty for the port's own interface
 * @param pkey empty for the port's own interface
 * @param mtu empty where it is left to mode and group
 * @param routes as after {@code ip route add}
 * @param rules as after {@code ip rule add}
 */
record Made(
        String name,
        String parent,
        String pkey,
        String mode,
        String mtu,
        Set<String> addresses,
        Set<String> routes,
        Set<String> rules,
        Set<String> servers,
        Set<String> search) {
    Made {
        addresses = new TreeSet<>(addresses);
        routes = new TreeSet<>(routes);
        rules = new TreeSet<>(rules);
        servers = new TreeSet<>(servers);
        search = new TreeSet<>(search);
    }

    /** What was wanted. */
    static Made of(Profile profile) {
        return new Made(
                profile.name().text(),
                profile.isChild() ? profile.parent().text() : "",
                profile.isChild() ? profile.pkey().toString() : "",
                profile.mode().text(),
                profile.mtu().map(Object::toString).orElse(""),
                profile.addresses().stream().map(InterfaceAddress::toString).collect(Collectors.toSet()),
                profile.extras().routes().stream().map(Route::words).collect(Collectors.toSet()),
                profile.extras().rules().stream().map(PolicyRule::words).collect(Collectors.toSet()),
                profile.extras().names().servers().stream()
                        .map(Object::toString)
                        .collect(Collectors.toSet()),
                Set.copyOf(profile.extras().names().search()));
    }

    /** Assembled piece by piece by a reader. */
    static final class Builder {
        String name = "";
        String parent = "";
        String pkey = "";
        String mode = "";
        String mtu = "";
        final Set<String> addresses = new TreeSet<>();
        final Set<String> routes = new TreeSet<>();
        final Set<String> rules = new TreeSet<>();
        final Set<String> servers = new TreeSet<>();
        final Set<String> search = new TreeSet<>();

        Made build() {
            return new Made(name, parent, pkey, mode, mtu, addresses, routes, rules, servers, search);
        }
    }
}
