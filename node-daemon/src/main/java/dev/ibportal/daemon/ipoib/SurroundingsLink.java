package dev.ibportal.daemon.ipoib;

import static dev.ibportal.agent.v1.ChainLink.CHAIN_LINK_DNS;
import static dev.ibportal.agent.v1.ChainLink.CHAIN_LINK_HOST_PROFILE;
import static dev.ibportal.agent.v1.ChainLink.CHAIN_LINK_ROUTING;

import dev.ibportal.agent.v1.ChainLink;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.ipoib.persist.Extras;
import dev.ibportal.daemon.ipoib.persist.NameService;
import dev.ibportal.daemon.ipoib.persist.PolicyRule;
import dev.ibportal.daemon.ipoib.persist.Route;
import dev.ibportal.types.InterfaceName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The links "routing", "DNS" and "host profile": there is one only where something is, or was, wanted of it. */
record SurroundingsLink(Wish.Present wish, Sight sight, Optional<Applied> memory, InterfaceName name) {
    void check(Finding.Builder finding) {
        Optional<Extras> wanted = wish.settings().map(settings -> settings.extras(wish.kind(), wish.addresses()));
        wanted.ifPresent(extras -> {
            routing(extras, finding);
            names(extras.names(), finding);
            profile(extras, finding);
        });
    }

    private Applied.HostParts ours() {
        return memory.map(Applied::beside).orElse(Applied.HostParts.NONE);
    }

    private void routing(Extras extras, Finding.Builder finding) {
        List<Route> staleRoutes = stale(ours().routes(), extras.routes()).stream()
                .filter(route -> sight.around().has(route, name.text()))
                .toList();
        List<PolicyRule> staleRules = stale(ours().rules(), extras.rules()).stream()
                .filter(sight.around()::has)
                .toList();
        if (extras.routes().isEmpty() && extras.rules().isEmpty() && staleRoutes.isEmpty() && staleRules.isEmpty()) {
            return;
        }
        String wanted = Stream.concat(
                        extras.routes().stream().map(SurroundingsLink::text),
                        extras.rules().stream().map(SurroundingsLink::text))
                .collect(Collectors.joining(", "));
        Optional<String> trouble = sight.around()
                .routes()
                .trouble()
                .or(() -> sight.around().rules().trouble());
        if (trouble.isPresent()) {
            finding.unknown(CHAIN_LINK_ROUTING, wanted, trouble.get());
            return;
        }
        List<String> faults = new ArrayList<>();
        extras.routes().stream()
                .filter(route -> !sight.around().has(route, name.text()))
                .forEach(route -> faults.add("no " + text(route)));
        extras.rules().stream()
                .filter(rule -> !sight.around().has(rule))
                .forEach(rule -> faults.add("no " + text(rule)));
        staleRoutes.forEach(route -> faults.add("still " + text(route)));
        staleRules.forEach(rule -> faults.add("still " + text(rule)));
        conclude(CHAIN_LINK_ROUTING, wanted, "all of them", faults, "routing.mismatch", finding);
    }

    private static <T> List<T> stale(Set<T> ours, List<T> wanted) {
        return ours.stream().filter(one -> !wanted.contains(one)).toList();
    }

    private void names(NameService wanted, Finding.Builder finding) {
        if (wanted.isNone() && !ours().dns()) {
            return;
        }
        String text = text(wanted);
        Reading<NameService> found = sight.around().names(name.text());
        if (found.trouble().isPresent()) {
            finding.unknown(CHAIN_LINK_DNS, text, found.trouble().get());
            return;
        }
        NameService seen = found.found().orElse(NameService.NONE);
        conclude(
                CHAIN_LINK_DNS,
                text,
                text(seen),
                seen.equals(wanted) ? List.of() : List.of(text(seen)),
                "dns.mismatch",
                finding);
    }

    private void profile(Extras extras, Finding.Builder finding) {
        Map<String, String> settings = extras.settings(name);
        if (settings.isEmpty()) {
            return;
        }
        String wanted = settings.entrySet().stream()
                .map(each -> each.getKey() + " = " + each.getValue())
                .collect(Collectors.joining(", "));
        Optional<String> trouble = settings.keySet().stream()
                .flatMap(key -> sight.around().sysctl(key).trouble().stream())
                .findFirst();
        if (trouble.isPresent()) {
            finding.unknown(CHAIN_LINK_HOST_PROFILE, wanted, trouble.get());
            return;
        }
        List<String> faults = new ArrayList<>();
        List<String> none = settings.keySet().stream()
                .filter(key -> sight.around().sysctl(key).isMissing())
                .toList();
        if (!none.isEmpty()) {
            finding.note("this kernel or network namespace has no " + none.get(0)
                    + (none.size() > 1 ? " and " + (none.size() - 1) + " more settings" : ""));
        }
        settings.forEach((key, value) -> {
            Reading<String> found = sight.around().sysctl(key);
            if (!found.isMissing() && !Sysctls.isMet(key, value, found.found())) {
                faults.add(key + " = " + found.found().orElse("nothing"));
            }
        });
        conclude(CHAIN_LINK_HOST_PROFILE, wanted, "all of them", faults, "profile.mismatch", finding);
    }

    private void conclude(
            ChainLink link, String wanted, String good, List<String> faults, String code, Finding.Builder finding) {
        if (faults.isEmpty()) {
            finding.ok(link, wanted, good);
            return;
        }
        String found = String.join(", ", faults);
        finding.ownWorkBroken(
                link,
                wanted,
                found,
                Cause.failed(
                        code, "wanted on " + name + " " + (wanted.isEmpty() ? "none" : wanted) + ", found " + found));
    }

    static String text(Route route) {
        return "route to " + route.destination()
                + route.gateway().map(via -> " via " + via).orElse("")
                + (route.table().isPresent() ? " in table " + route.table().getAsInt() : "");
    }

    static String text(PolicyRule rule) {
        return "rule from " + rule.from().map(Object::toString).orElse("all") + " to table " + rule.table();
    }

    private static String text(NameService names) {
        if (names.isNone()) {
            return "no name server";
        }
        return Stream.concat(names.servers().stream().map(Object::toString), names.search().stream())
                .collect(Collectors.joining(", "));
    }
}
