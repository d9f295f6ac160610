package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.daemon.ipoib.Surroundings.LiveRoute;
import dev.ibportal.daemon.ipoib.persist.Route;
import dev.ibportal.types.InterfaceName;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpFamily;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Routes by interfaces that are about to lose an address, or to be made anew: the kernel takes them along without a word, also
 * those that somebody else made, and the way to the portal may be among them. What is still possible is put back.
 */
final class OthersRoutes {
    private final Host host;
    private final StepRunner runner;
    private final Set<LiveRoute> before;

    private OthersRoutes(Host host, StepRunner runner, Set<LiveRoute> before) {
        this.host = host;
        this.runner = runner;
        this.before = before;
    }

    static OthersRoutes none(Host host, StepRunner runner) {
        return new OthersRoutes(host, runner, Set.of());
    }

    /** Looks only where the plan takes something away. */
    static OthersRoutes of(HostPlan plan, Sight sight, Host host, StepRunner runner) {
        Set<String> losing = losing(plan);
        losing.removeIf(name -> sight.host().netdev(name).isEmpty());
        if (losing.isEmpty()) {
            return none(host, runner);
        }
        Set<LiveRoute> found = new HashSet<>(look(host));
        found.removeIf(live -> !losing.contains(live.device()) || isKernels(live, sight));
        plan.steps().forEach(step -> {
            if (step instanceof Step.RemoveRoute removed) {
                found.remove(new LiveRoute(removed.route(), removed.name().text()));
            }
        });
        return new OthersRoutes(host, runner, Set.copyOf(found));
    }

    private static Set<String> losing(HostPlan plan) {
        Set<String> losing = new HashSet<>();
        for (HostPlan.Part part : plan.parts()) {
            for (Step step : part.steps()) {
                if (step instanceof Step.RemoveAddress remove) {
                    losing.add(remove.name().text());
                } else if (step instanceof Step.DeleteChild delete) {
                    losing.add(delete.name().text());
                } else if (step instanceof Step.ForgetProfile || step instanceof Step.ActivateProfile) {
                    losing.add(part.name());
                }
            }
        }
        return losing;
    }

    private static Set<LiveRoute> look(Host host) {
        return new SurroundingsObserver(host)
                .routes(EnumSet.allOf(IpFamily.class))
                .found()
                .orElse(Set.of());
    }

    /** The network of an address comes and goes with it, and so do link-local and multicast ones. */
    private static boolean isKernels(LiveRoute live, Sight sight) {
        Route route = live.route();
        String destination = route.destination().toString();
        if (route.gateway().isPresent()) {
            return false;
        }
        return destination.startsWith("fe80:")
                || destination.startsWith("ff00:")
                || sight.host().netdev(live.device()).map(NetdevView::configured).orElse(List.of()).stream()
                        .anyMatch(address -> address.address().network().equals(route.destination())
                                || address.address()
                                        .address()
                                        .equals(route.destination().address()));
    }

    /** The way back with these behind it: for a life that is cut off in between. */
    Undo behind(Undo wayBack) {
        List<Step> steps = new ArrayList<>(wayBack.steps());
        before.forEach(live -> step(live).ifPresent(steps::add));
        return new Undo(steps);
    }

    /** Puts back what is missing; what is not possible any more, because its next hop went with the address, stays away. */
    void restore() {
        if (before.isEmpty()) {
            return;
        }
        Set<LiveRoute> now = look(host);
        before.stream()
                .filter(live -> !now.contains(live) && host.sysfs().exists("class/net/" + live.device()))
                .flatMap(live -> step(live).stream())
                .forEach(runner::run);
    }

    private static Optional<Step> step(LiveRoute live) {
        try {
            return Optional.of(new Step.AddRoute(new InterfaceName(live.device()), live.route()));
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }
}
