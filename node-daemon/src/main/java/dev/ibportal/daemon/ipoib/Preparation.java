package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.inventory.HostView;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InterfaceName;
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
    Sight module(List<Wish> wishes, Sight sight, Sight.Observer observer, Settling settling) {
        if (!PlanMaker.needsModule(wishes, sight)) {
            return sight;
        }
        Set<Guid> ports = PlanMaker.portsThatNeedIpoib(wishes, sight);
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
            settling.pause(i);
            now = observer.lookAgain(sight);
        }
        return now;
    }

    /** Whether loading it failed a short while ago, so that it is not tried now. */
    boolean moduleRests() {
        return resting.cause(MODULE).isPresent();
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
