package dev.ibportal.daemon.ipoib;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a pass would do on this host, made of one look and good for as long as the host stays that way.
 *
 * @param shared steps that several items need: loading the module, bringing a parent up
 * @param parts one for each item of the spec, removals first
 * @param moduleFirst whether ib_ipoib has to be loaded before anything can be said of interfaces
 * @param untouched what is there, is nobody's item, and stays
 */
public record HostPlan(List<Step> shared, List<Part> parts, boolean moduleFirst, List<String> untouched) {
    public HostPlan {
        shared = List.copyOf(shared);
        parts = List.copyOf(parts);
        untouched = List.copyOf(untouched);
    }

    /** @param name of the interface; empty when it cannot be told */
    public record Part(Wish wish, String name, Plan plan) {
        public List<Step> steps() {
            return plan instanceof Plan.Change change ? change.steps() : List.of();
        }
    }

    HostPlan naming(List<String> whatStays) {
        return new HostPlan(shared, parts, moduleFirst, whatStays);
    }

    public boolean acts() {
        return !shared.isEmpty()
                || parts.stream().anyMatch(part -> !part.steps().isEmpty());
    }

    /** In the order in which they are done: removals, what is shared, then the rest. */
    public List<Step> steps() {
        return Stream.of(
                        parts.stream()
                                .filter(part -> part.wish() instanceof Wish.Absent)
                                .flatMap(HostPlan::of),
                        shared.stream(),
                        parts.stream()
                                .filter(part -> !(part.wish() instanceof Wish.Absent))
                                .flatMap(HostPlan::of))
                .flatMap(steps -> steps)
                .toList();
    }

    private static Stream<Step> of(Part part) {
        return part.steps().stream();
    }

    /** Interfaces that something is done to. */
    public Set<String> devices() {
        Set<String> devices = new LinkedHashSet<>();
        parts.stream().filter(part -> !part.steps().isEmpty()).forEach(part -> devices.add(part.name()));
        steps().forEach(step -> {
            if (step instanceof Step.ByCommand command) {
                List<String> argv = command.command().argv();
                int dev = argv.indexOf("dev");
                if (dev >= 0 && dev + 1 < argv.size()) {
                    devices.add(argv.get(dev + 1));
                }
            }
        });
        devices.remove("");
        return devices;
    }
}
