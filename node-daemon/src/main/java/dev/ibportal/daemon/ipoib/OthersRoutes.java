package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.daemon.ipoib.RoutingJson.Restorable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Routes by interfaces that are about to lose an address, or to be made anew: the kernel takes them along without a word, also
 * those that somebody else made, and the way to the portal may be among them. What is still possible is put back.
 */
final class OthersRoutes {
    private final Host host;
    private final StepRunner runner;
    private final List<Restorable> before;

    private OthersRoutes(Host host, StepRunner runner, List<Restorable> before) {
        this.host = host;
        this.runner = runner;
        this.before = before;
    }

    static OthersRoutes none(Host host, StepRunner runner) {
        return new OthersRoutes(host, runner, List.of());
    }

    /** Looks only where the plan takes something away. */
    static OthersRoutes of(HostPlan plan, Sight sight, Host host, StepRunner runner) {
        Set<String> losing = losing(plan);
        losing.removeIf(name -> sight.host().netdev(name).isEmpty());
        if (losing.isEmpty()) {
            return none(host, runner);
        }
        Set<List<String>> ours = new HashSet<>();
        plan.steps().forEach(step -> {
            if (step instanceof Step.RemoveRoute removed) {
                ours.add(RoutingCommands.route("add", removed.name(), removed.route())
                        .argv());
            }
        });
        List<Restorable> found = new ArrayList<>(look(host));
        found.removeIf(route -> !losing.contains(route.device()) || isKernels(route, sight) || isOurs(route, ours));
        // What is on the link first: next hops are found by it.
        found.sort(Comparator.comparing(route -> !route.onLink()));
        return new OthersRoutes(host, runner, List.copyOf(found));
    }

    /** One of ours has nothing but the words that we give it, beside what {@code ip} fills in by itself. */
    private static boolean isOurs(Restorable route, Set<List<String>> ours) {
        List<String> words = new ArrayList<>();
        List<String> argv = route.command().argv();
        for (int i = 0; i < argv.size(); i++) {
            boolean filledIn = argv.get(i).equals("scope") || argv.get(i).equals("proto");
            if (filledIn) {
                i++;
            } else {
                words.add(argv.get(i));
            }
        }
        Set<String> sorted = new TreeSet<>(words);
        return ours.stream().anyMatch(each -> sorted.equals(new TreeSet<>(withoutLength(each))));
    }

    /** {@code ip} shows a host without its length, and everything by its name. */
    private static List<String> withoutLength(List<String> argv) {
        return argv.stream()
                .map(word -> word.equals("0.0.0.0/0") || word.equals("::/0")
                        ? "default"
                        : word.endsWith(argv.contains("-4") ? "/32" : "/128")
                                ? word.substring(0, word.indexOf('/'))
                                : word)
                .toList();
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

    private static List<Restorable> look(Host host) {
        return new SurroundingsObserver(host).restorable();
    }

    /** The network of an address comes and goes with it, and so do link-local and multicast ones. */
    private static boolean isKernels(Restorable route, Sight sight) {
        String destination = route.destination().orElse("");
        if (!route.onLink()) {
            return false;
        }
        return destination.startsWith("fe80:")
                || destination.startsWith("ff00:")
                || sight.host().netdev(route.device()).map(NetdevView::configured).orElse(List.of()).stream()
                        .map(NetdevView.AddressView::address)
                        .anyMatch(address -> address.network().toString().equals(destination)
                                || address.address().toString().equals(destination));
    }

    /** The way back with these behind it: for a life that is cut off in between. */
    Undo behind(Undo wayBack) {
        List<Step> steps = new ArrayList<>(wayBack.steps());
        before.forEach(route -> steps.add(new Step.Replay(route.command())));
        return new Undo(steps);
    }

    /** Puts back what is missing; what is not possible any more, because its next hop went with the address, stays away. */
    void restore() {
        if (before.isEmpty()) {
            return;
        }
        List<Restorable> now = look(host);
        before.stream()
                .filter(route -> !now.contains(route) && host.sysfs().exists("class/net/" + route.device()))
                .forEach(route -> runner.run(new Step.Replay(route.command())));
    }
}
