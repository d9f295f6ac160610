package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.ipoib.persist.Extras;
import dev.ibportal.daemon.ipoib.persist.PolicyRule;
import dev.ibportal.daemon.ipoib.persist.Route;
import dev.ibportal.types.InterfaceName;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What to remember of the things that an interface has beside itself. */
final class Beside {
    private Beside() {}

    static Applied.HostParts claim(Extras wanted, Applied.HostParts ours, InterfaceName name, Sight sight) {
        Set<Route> routes = new HashSet<>(ours.routes());
        routes.addAll(wanted.routes());
        Set<PolicyRule> rules = new HashSet<>(ours.rules());
        rules.addAll(wanted.rules());
        Map<String, String> sysctls = new HashMap<>(ours.sysctls());
        wanted.settings(name).forEach((key, value) -> {
            Optional<String> found = sight.around().sysctl(key).found();
            boolean ourDoing = !Sysctls.isMet(key, value, found)
                    || sight.wants().before(key).isPresent();
            if (ourDoing) {
                sysctls.putIfAbsent(
                        key, sight.wants().before(key).or(() -> found).orElse("0"));
            }
        });
        return new Applied.HostParts(
                routes, rules, sysctls, ours.dns() || !wanted.names().isNone());
    }

    /** The same, less what is neither wanted any more nor there. */
    static Applied.HostParts settled(Applied.HostParts claim, Optional<Extras> wanted, InterfaceName name, Sight now) {
        if (wanted.isEmpty()) {
            return claim;
        }
        Extras extras = wanted.get();
        Set<Route> routes = new HashSet<>(claim.routes());
        routes.removeIf(
                route -> !extras.routes().contains(route) && !now.around().has(route, name.text()));
        Set<PolicyRule> rules = new HashSet<>(claim.rules());
        rules.removeIf(rule -> !extras.rules().contains(rule) && !now.around().has(rule));
        Map<String, String> sysctls = new HashMap<>(claim.sysctls());
        sysctls.keySet().retainAll(extras.settings(name).keySet());
        return new Applied.HostParts(routes, rules, sysctls, !extras.names().isNone());
    }
}
