package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.daemon.ipoib.persist.Extras;
import dev.ibportal.daemon.ipoib.persist.NameService;
import dev.ibportal.daemon.ipoib.persist.ParentTuning;
import dev.ibportal.daemon.ipoib.persist.PolicyRule;
import dev.ibportal.daemon.ipoib.persist.Route;
import dev.ibportal.types.InterfaceName;
import dev.ibportal.types.IpAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The difference between what an interface should have beside itself and what was seen. Pure.
 *
 * @param fresh whether the interface is about to be made, so that nothing on it is there yet
 */
record SurroundingsPlanner(
        Wish.Present wish, Sight sight, Optional<Applied> memory, InterfaceName name, boolean fresh) {
    /** Empty: whatever was applied stays. */
    Optional<Extras> wanted() {
        return wish.settings().map(settings -> settings.extras(wish.kind(), wish.addresses()));
    }

    private Surroundings around() {
        return sight.around();
    }

    private Applied.HostParts ours() {
        return memory.map(Applied::beside).orElse(Applied.HostParts.NONE);
    }

    /** Why nothing may be done. */
    Optional<Cause> refusal() {
        return wanted().flatMap(extras -> unreadable(extras)
                .or(() -> taken(extras))
                .or(() -> resolverMissing(extras))
                .or(() -> channelsHeld(extras)));
    }

    private Optional<Cause> unreadable(Extras extras) {
        if (!extras.routes().isEmpty() && around().routes() instanceof Reading.Unreadable<?> unreadable) {
            return Optional.of(Cause.unreadable(unreadable.reason()));
        }
        if (!extras.rules().isEmpty() && around().rules() instanceof Reading.Unreadable<?> unreadable) {
            return Optional.of(Cause.unreadable(unreadable.reason()));
        }
        return fresh
                ? Optional.empty()
                : extras.settings(name).keySet().stream()
                        .flatMap(key -> around().sysctl(key).trouble().stream())
                        .findFirst()
                        .or(() -> around().names(name.text()).trouble())
                        .map(Cause::unreadable);
    }

    /** Also under a name that is not the right one any more. */
    private boolean isOwn(String device) {
        return device.equals(name.text())
                || sight.host().interfaces(wish.port(), wish.pkey(), wish.isParent()).stream()
                        .anyMatch(netdev -> netdev.name().equals(device));
    }

    private Optional<Cause> taken(Extras extras) {
        for (Route wanted : extras.routes()) {
            Optional<Surroundings.LiveRoute> other = around().routes().found().orElse(Set.of()).stream()
                    .filter(live -> !isOwn(live.device())
                            && live.route().table().equals(wanted.table())
                            && live.route().destination().equals(wanted.destination())
                            && live.route().metric().equals(wanted.metric()))
                    .findFirst();
            if (other.isPresent()) {
                return Optional.of(Cause.failed(
                        "route.taken",
                        "wanted a route to " + wanted.destination() + " by " + name + ", found one by another interface"
                                + " with the same metric; choose another metric or destination"));
            }
        }
        return Optional.empty();
    }

    private Optional<Cause> resolverMissing(Extras extras) {
        boolean missing =
                !extras.names().isNone() && around().names(name.text()).isMissing();
        return missing
                ? Optional.of(Cause.failed(
                        "dns.unsupported",
                        "wanted name servers or search domains for " + name + ", but this host has no systemd-resolved"
                                + " («resolvectl» is missing), and nothing else keeps them apart by interface; install"
                                + " it, or leave them out"))
                : Optional.empty();
    }

    /** Children share the rings of the port's own interface, so their number is fixed while there are any. */
    private Optional<Cause> channelsHeld(Extras extras) {
        Optional<String> found = around().sysctl(ParentTuning.channelsKey(name)).found();
        OptionalInt wanted = extras.tuning().channels();
        List<String> children = sight.host().knownNetdevs().stream()
                .filter(netdev -> netdev.parent().equals(Optional.of(name.text())))
                .map(NetdevView::name)
                .toList();
        boolean changes =
                wanted.isPresent() && found.isPresent() && !found.get().equals(Integer.toString(wanted.getAsInt()));
        return changes && !children.isEmpty()
                ? Optional.of(Cause.failed(
                        "queues.held",
                        "wanted " + wanted.getAsInt() + " channels on " + name + ", found " + found.get()
                                + "; their number cannot change while " + name + " has children ("
                                + String.join(", ", children)
                                + "): reboot, which sets it before there are any, or leave it"))
                : Optional.empty();
    }

    /** Steps in order; the interface itself is there by then. */
    List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        wanted().ifPresent(extras -> {
            sysctls(extras, steps);
            routing(extras, steps);
            names(extras.names(), steps);
        });
        return steps;
    }

    private void sysctls(Extras extras, List<Step> steps) {
        Map<String, String> wanted = extras.settings(name);
        wanted.forEach((key, value) -> {
            Reading<String> found = around().sysctl(key);
            // What this kernel or namespace does not have cannot be wrong in it.
            boolean skip = found.isMissing() && !(fresh && key.contains("/" + name + "/"));
            if (!skip && !Sysctls.isMet(key, value, found.found())) {
                steps.add(new Step.SetSysctl(key, value, found.found().orElse("0")));
            }
        });
        restored(wanted.keySet()).forEach(steps::add);
    }

    /** What was changed for this interface and is not wanted any more gets its old value back. */
    List<Step> restored(Set<String> stillWanted) {
        List<Step> steps = new ArrayList<>();
        ours().sysctls().forEach((key, before) -> {
            Optional<String> found = around().sysctl(key).found();
            boolean needed = stillWanted.contains(key) || sight.wants().othersNeed(key, wish.interfaceId());
            // An interface of another name is gone by then, and its settings with it.
            boolean goes = !Sysctls.isHostWide(key) && !key.contains("/" + name + "/");
            if (!needed && !goes && found.isPresent() && !found.get().equals(before)) {
                steps.add(new Step.SetSysctl(key, before, found.get()));
            }
        });
        return steps;
    }

    /** How to bring back what an interface had that is about to be made anew under its right name. */
    List<Step> again(InterfaceName old) {
        List<Step> steps = new ArrayList<>();
        ours().sysctls()
                .forEach((key, before) -> around().sysctl(key)
                        .found()
                        .filter(value -> key.contains("/" + old + "/"))
                        .ifPresent(value -> steps.add(new Step.SetSysctl(key, value, before))));
        ours().routes().stream()
                .filter(route -> around().has(route, old.text()))
                .forEach(route -> steps.add(new Step.AddRoute(old, route)));
        return steps;
    }

    private void routing(Extras extras, List<Step> steps) {
        for (PolicyRule rule : ours().rules()) {
            if (!extras.rules().contains(rule) && around().has(rule)) {
                steps.add(new Step.RemoveRule(rule));
            }
        }
        for (Route route : ours().routes()) {
            if (!extras.routes().contains(route) && around().has(route, name.text())) {
                steps.add(new Step.RemoveRoute(name, route));
            }
        }
        for (Route route : extras.routes()) {
            if (fresh || !around().has(route, name.text())) {
                steps.add(new Step.AddRoute(name, route));
            }
        }
        for (PolicyRule rule : extras.rules()) {
            if (!around().has(rule)) {
                steps.add(new Step.AddRule(rule));
            }
        }
    }

    private void names(NameService wanted, List<Step> steps) {
        NameService found =
                fresh ? NameService.NONE : around().names(name.text()).found().orElse(NameService.NONE);
        if (wanted.isNone() && !ours().dns()) {
            return;
        }
        if (!found.servers().equals(wanted.servers())) {
            steps.add(new Step.SetNameServers(name, texts(wanted), texts(found)));
        }
        if (!found.search().equals(wanted.search())) {
            steps.add(new Step.SetSearchDomains(name, wanted.search(), found.search()));
        }
    }

    private static List<String> texts(NameService names) {
        return names.servers().stream().map(IpAddress::toString).toList();
    }

    /** What becomes ours by these steps, beside what is already. */
    Applied.HostParts claim() {
        if (wanted().isEmpty()) {
            return ours();
        }
        return Beside.claim(wanted().get(), ours(), name, sight);
    }
}
