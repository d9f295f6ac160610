package dev.ibportal.daemon.ipoib;

import dev.ibportal.agent.v1.LinkLayer;
import dev.ibportal.daemon.inventory.HostView;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InterfaceName;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What several items share: the module, and parents that are up. It is taken back only when nothing that was built on it
 * stayed.
 */
final class Preparation {
    private static final String MODULE = "module " + HostView.IPOIB_MODULE;

    private final StepRunner runner;
    private final Resting resting;
    private final Map<Guid, Step> raised = new LinkedHashMap<>();
    private final Map<Guid, Cause> failed = new LinkedHashMap<>();
    private Optional<Cause> moduleFailure = Optional.empty();
    private boolean loaded;

    Preparation(StepRunner runner, Resting resting) {
        this.runner = runner;
        this.resting = resting;
    }

    /** Loads ib_ipoib where a wanted interface needs it and nothing else forbids the change. */
    Sight module(List<Wish.Present> wishes, Sight sight, Sight.Observer observer, Settling settling) {
        Set<Guid> ports = new HashSet<>();
        wishes.forEach(wish -> sight.host()
                .port(wish.port())
                .filter(port -> port.linkLayer() == LinkLayer.LINK_LAYER_INFINIBAND)
                .ifPresent(port -> ports.add(wish.port())));
        if (ports.isEmpty()
                || !sight.host().ipoibModule().isMissing()
                || PresentPlanner.Backends.trouble(sight).isPresent()) {
            return sight;
        }
        moduleFailure = resting.cause(MODULE);
        if (moduleFailure.isPresent()) {
            return sight;
        }
        moduleFailure = runner.run(new Step.LoadModule(HostView.IPOIB_MODULE));
        moduleFailure.ifPresentOrElse(cause -> resting.failed(MODULE, cause), () -> resting.succeeded(MODULE));
        Sight now = observer.lookAgain(sight);
        // Not what modprobe says, but what is there: one that was killed may have done its work.
        loaded = now.host().ipoibModule().found().isPresent();
        for (int i = 1; loaded && i < settling.looks() && !parentsThere(ports, now); i++) {
            settling.pauseOnce();
            now = observer.lookAgain(sight);
        }
        return now;
    }

    private static boolean parentsThere(Set<Guid> ports, Sight sight) {
        return ports.stream().allMatch(port -> sight.host().parentOf(port).isPresent());
    }

    /** Brings the parent up, once for all its children. Empty, or why that failed. */
    Optional<Cause> parentUp(Guid port, Sight sight) {
        Optional<NetdevView> parent =
                sight.host().parentOf(port).filter(netdev -> !netdev.up().orElse(true));
        if (parent.isPresent() && !raised.containsKey(port) && !failed.containsKey(port)) {
            Step up = new Step.LinkUp(new InterfaceName(parent.get().name()));
            raised.put(port, up);
            runner.run(up).ifPresent(cause -> failed.put(port, cause));
        }
        return Optional.ofNullable(failed.get(port));
    }

    boolean didSomething() {
        return loaded || !raised.isEmpty();
    }

    /** Why the module could not be loaded, for those who miss it. */
    Optional<Cause> moduleFailure() {
        return moduleFailure;
    }

    /** @param inUse ports on which something stayed */
    void takeBackUnused(Set<Guid> inUse) {
        raised.forEach((port, step) -> {
            if (!inUse.contains(port)) {
                step.undo().forEach(runner::run);
            }
        });
        if (loaded && inUse.isEmpty()) {
            new Step.LoadModule(HostView.IPOIB_MODULE).undo().forEach(runner::run);
        }
    }
}
