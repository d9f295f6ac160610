package dev.ibportal.daemon.ipoib;

import dev.ibportal.agent.v1.LinkLayer;
import dev.ibportal.daemon.inventory.HostView;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InterfaceName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes the plan of a whole host out of one look. A pure function. */
final class PlanMaker {
    private final List<Wish> wishes;
    private final Map<String, Applied> memory;
    private final Sight now;

    private PlanMaker(List<Wish> wishes, Map<String, Applied> memory, Sight now) {
        this.wishes = wishes;
        this.memory = memory;
        this.now = now;
    }

    static HostPlan make(List<Wish> wishes, Map<String, Applied> memory, Sight sight) {
        return new PlanMaker(wishes, memory, sight).make();
    }

    private HostPlan make() {
        List<HostPlan.Part> parts = new ArrayList<>();
        Sight left = now;
        for (Wish wish : wishes) {
            if (wish instanceof Wish.Absent absent) {
                parts.add(removal(absent, left));
                // So that the last interface of a port takes along what they shared.
                left = without(absent, left);
            }
        }
        // What is about to go is in nobody's way any more.
        Sight cleared = cleared(parts);
        List<HostPlan.Part> wanted = presentIn(wishes, memory, cleared);
        parts.addAll(wanted);
        wishes.stream()
                .filter(Wish.Held.class::isInstance)
                .forEach(wish -> parts.add(new HostPlan.Part(wish, name(wish), new Plan.Change(List.of()))));
        boolean moduleFirst = needsModule(wishes, now);
        return new HostPlan(shared(wanted, moduleFirst, cleared), parts, moduleFirst, List.of());
    }

    static List<HostPlan.Part> presentIn(List<Wish> wishes, Map<String, Applied> memory, Sight sight) {
        return wishes.stream()
                .filter(Wish.Present.class::isInstance)
                .map(Wish.Present.class::cast)
                .map(wish -> present(wish, memory, sight))
                .toList();
    }

    private static HostPlan.Part present(Wish.Present wish, Map<String, Applied> memory, Sight sight) {
        Optional<Applied> known =
                Optional.ofNullable(memory.get(wish.interfaceId())).filter(m -> !m.absent());
        String name = Footing.of(wish, sight.host()) instanceof Footing.Firm ground
                ? ground.name().text()
                : known.map(Applied::name).orElse("");
        return new HostPlan.Part(wish, name, PresentPlanner.plan(wish, sight, known));
    }

    /** Whether ib_ipoib is missing, a wanted interface needs it, and nothing else forbids the change. */
    static boolean needsModule(List<Wish> wishes, Sight sight) {
        return !portsThatNeedIpoib(wishes, sight).isEmpty()
                && sight.host().ipoibModule().isMissing()
                && PresentPlanner.Backends.trouble(sight).isEmpty();
    }

    static Set<Guid> portsThatNeedIpoib(List<Wish> wishes, Sight sight) {
        Set<Guid> ports = new HashSet<>();
        for (Wish wish : wishes) {
            if (wish instanceof Wish.Present present) {
                sight.host()
                        .port(present.port())
                        .filter(port -> port.linkLayer() == LinkLayer.LINK_LAYER_INFINIBAND)
                        .ifPresent(port -> ports.add(present.port()));
            }
        }
        return ports;
    }

    private Sight without(Wish.Absent wish, Sight left) {
        return removalOf(wish, memory)
                .filter(removal -> !isReplaced(removal, wishes, memory))
                .map(removal -> left.without(removal.files(left).keySet()))
                .orElse(left);
    }

    private HostPlan.Part removal(Wish.Absent wish, Sight left) {
        Optional<Removal> removal = removalOf(wish, memory);
        if (removal.isEmpty()) {
            return new HostPlan.Part(wish, "", new Plan.Change(List.of()));
        }
        Plan plan = isReplaced(removal.get(), wishes, memory)
                ? new Plan.Change(List.of())
                : removal.get().plan(left);
        return new HostPlan.Part(wish, name(removal.get()), plan);
    }

    private String name(Removal removal) {
        String found = removal.interfaces(now).stream().map(NetdevView::name).collect(Collectors.joining(", "));
        return found.isEmpty() ? name(removal.wish()) : found;
    }

    private String name(Wish wish) {
        return Optional.ofNullable(memory.get(wish.interfaceId()))
                .map(Applied::name)
                .orElse("");
    }

    /** Empty where neither the spec nor our memory says where it would be. */
    static Optional<Removal> removalOf(Wish.Absent wish, Map<String, Applied> memory) {
        Optional<Applied> applied = Optional.ofNullable(memory.get(wish.interfaceId()));
        return applied.map(Applied::target).or(wish::target).map(target -> new Removal(wish, target, applied));
    }

    /** Its absence was proven, and by now somebody wants an interface in the same place again. */
    static boolean isReplaced(Removal removal, List<Wish> wishes, Map<String, Applied> memory) {
        boolean proven = Optional.ofNullable(memory.get(removal.wish().interfaceId()))
                .filter(Applied::absent)
                .isPresent();
        return proven
                && wishes.stream()
                        .anyMatch(wish -> wish instanceof Wish.Present present
                                && removal.target().equals(present.target()));
    }

    private Sight cleared(List<HostPlan.Part> removals) {
        Set<String> names = new HashSet<>();
        Set<String> files = new HashSet<>();
        for (HostPlan.Part part : removals) {
            for (Step step : part.steps()) {
                if (step instanceof Step.DeleteChild delete) {
                    names.add(delete.name().text());
                } else if (step instanceof Step.DeleteFile delete) {
                    files.add(delete.path());
                }
            }
        }
        return names.isEmpty() && files.isEmpty() ? now : now.without(names, files);
    }

    private static List<Step> shared(List<HostPlan.Part> wanted, boolean moduleFirst, Sight sight) {
        Set<Step> shared = new LinkedHashSet<>();
        if (moduleFirst) {
            shared.add(new Step.LoadModule(HostView.IPOIB_MODULE));
        }
        Map<Guid, NetdevView> down = new HashMap<>();
        for (HostPlan.Part part : wanted) {
            if (part.plan() instanceof Plan.Change && part.wish() instanceof Wish.Present wish) {
                sight.host()
                        .parentOf(wish.port())
                        .filter(parent -> !parent.up().orElse(true))
                        .ifPresent(parent -> down.put(wish.port(), parent));
            }
        }
        down.values().stream()
                .map(NetdevView::name)
                .sorted()
                .forEach(name -> shared.add(new Step.LinkUp(new InterfaceName(name))));
        return List.copyOf(shared);
    }
}
