package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.ipoib.persist.NameService;
import dev.ibportal.daemon.ipoib.persist.PolicyRule;
import dev.ibportal.daemon.ipoib.persist.Route;
import dev.ibportal.types.IpFamily;
import java.util.Map;
import java.util.Set;

/**
 * What the host has beside its interfaces, as far as somebody asked.
 *
 * @param routes with the interface each leaves by; of tables and families that nobody asked for there are none
 * @param compared families whose routes somebody wants or had; those of others were only looked at to judge a network
 * @param sysctls by key; missing: this kernel, or this network namespace, has no such setting
 * @param names by interface; missing: nothing on this host takes name servers for one interface
 */
record Surroundings(
        Reading<Set<LiveRoute>> routes,
        Set<IpFamily> compared,
        Reading<Set<PolicyRule>> rules,
        Map<String, Reading<String>> sysctls,
        Map<String, Reading<NameService>> names) {
    static final Surroundings NONE =
            new Surroundings(Reading.known(Set.of()), Set.of(), Reading.known(Set.of()), Map.of(), Map.of());

    /** A route and the interface that it leaves by. */
    record LiveRoute(Route route, String device) {}

    Surroundings {
        compared = Set.copyOf(compared);
        sysctls = Map.copyOf(sysctls);
        names = Map.copyOf(names);
    }

    boolean has(Route route, String device) {
        return routes.found().orElse(Set.of()).contains(new LiveRoute(route, device));
    }

    boolean has(PolicyRule rule) {
        return rules.found().orElse(Set.of()).contains(rule);
    }

    Reading<String> sysctl(String key) {
        return sysctls.getOrDefault(key, Reading.missing());
    }

    Reading<NameService> names(String device) {
        return names.getOrDefault(device, Reading.missing());
    }
}
