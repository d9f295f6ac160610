package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.types.InterfaceName;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an interface may have beside mode, MTU and addresses.
 *
 * @param tuning of the adapter's queues; only for {@link InterfaceKind#PARENT}
 */
public record Extras(
        InterfaceKind kind,
        List<Route> routes,
        List<PolicyRule> rules,
        NameService names,
        SysctlProfile sysctls,
        ParentTuning tuning) {
    /** A plain child. */
    public static final Extras NONE = new Extras(
            InterfaceKind.CHILD, List.of(), List.of(), NameService.NONE, SysctlProfile.NONE, ParentTuning.NONE);

    public Extras {
        routes = List.copyOf(routes);
        rules = List.copyOf(rules);
        if (kind == InterfaceKind.CHILD && !tuning.isNone()) {
            throw new IllegalArgumentException("a child shares its parent's queues and has none of its own");
        }
    }

    /** Settings of the kernel and of queues, by key. */
    public Map<String, String> settings(InterfaceName name) {
        Map<String, String> settings = new TreeMap<>(sysctls.settings(name));
        settings.putAll(tuning.settings(name));
        return settings;
    }

    public Extras withKind(InterfaceKind other) {
        return new Extras(other, routes, rules, names, sysctls, tuning);
    }

    public Extras withRoutes(List<Route> others) {
        return new Extras(kind, others, rules, names, sysctls, tuning);
    }

    public Extras withRules(List<PolicyRule> others) {
        return new Extras(kind, routes, others, names, sysctls, tuning);
    }

    public Extras withNames(NameService other) {
        return new Extras(kind, routes, rules, other, sysctls, tuning);
    }

    public Extras withSysctls(SysctlProfile other) {
        return new Extras(kind, routes, rules, names, other, tuning);
    }

    public Extras withTuning(ParentTuning other) {
        return new Extras(kind, routes, rules, names, sysctls, other);
    }
}
