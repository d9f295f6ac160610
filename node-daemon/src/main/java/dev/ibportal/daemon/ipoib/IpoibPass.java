package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.HostChanges;
import dev.ibportal.daemon.inventory.HostObserver;
import dev.ibportal.daemon.journal.Actions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * One pass over all items: look, plan, checkpoint, apply, read back, then keep or take back. Left to itself each item
 * stands alone, so that one tenant's trouble does not undo another's interface; a plan that a person applies is kept or
 * taken back as a whole. A pass over a host that is as wanted changes nothing and needs one child process, two under
 * NetworkManager.
 */
public final class IpoibPass {
    private final Tools tools;
    private final Function<String, Actions> journal;
    private Optional<HostObserver.Moments> told = Optional.empty();
    private Optional<Sight> last = Optional.empty();

    /** What passes work with. */
    record Tools(Host host, Settling settling, Resting resting, Sight.Observer observer, WayOut way) {}

    /** @param journal where actions are taken down, by the digest of their plan */
    public IpoibPass(Host host, Settling settling, Resting resting, WayOut way, Function<String, Actions> journal) {
        this.tools = new Tools(host, settling, resting, new Sight.Observer(host), way);
        this.journal = journal;
    }

    /**
     * How a pass is to be done.
     *
     * @param spec the wishes in a form that is the same for the same wishes
     * @param planDigest the only plan that may be carried out, by its digest or the beginning of it; empty: whatever is needed
     * @param whole whether one failing item takes back all of them
     * @param handsOff items that are looked at only, and why
     */
    public record Terms(String spec, Optional<String> planDigest, boolean whole, Map<String, Cause> handsOff) {
        public Terms {
            handsOff = Map.copyOf(handsOff);
        }
    }

    /**
     * What came of a pass.
     *
     * @param outcomes one for each wish, in their order; empty when the plan was stale
     * @param plan what was to be done, with its digest where that was asked for
     * @param takenBack why everything was put back
     */
    public record Result(
            List<Outcome> outcomes, HostPlan plan, Optional<String> digest, boolean stale, Optional<Cause> takenBack) {
        /** Whether the host cut itself off from its portal, and went back. */
        public boolean wasCutOff() {
            return takenBack.filter(cause -> cause.code().equals(DeadMan.CODE)).isPresent();
        }
    }

    /** A plan, and whether the way to the portal runs over something that it changes. */
    public record Preview(HostPlan plan, String digest, boolean touchesWayOut) {}

    public Result run(List<Wish> wishes, AppliedStore store, Terms terms) {
        Wants wants = new Wants(wishes, store.all());
        // Somebody who applies a plan knows of something to do.
        Sight sight = terms.planDigest().isPresent()
                ? tools.observer().look(wants, wants.families())
                : tools.observer().look(wants);
        HostPlan plan = PlanMaker.make(wishes, store.all(), sight);
        // A pass that does nothing needs no digest, and most passes do nothing.
        Optional<String> digest = plan.acts() || terms.planDigest().isPresent()
                ? Optional.of(PlanDigest.of(terms.spec(), sight, plan))
                : Optional.empty();
        if (terms.planDigest()
                .filter(meant -> !digest.orElse("").startsWith(meant))
                .isPresent()) {
            return new Result(List.of(), plan, digest, true, Optional.empty());
        }
        Actions actions = digest.map(journal).orElse(Actions.NONE);
        PassRun.End end = new PassRun(tools, wishes, store, terms, actions, sight).run(plan);
        told = Optional.of(tools.observer().lastLook());
        last = Optional.of(end.last());
        return new Result(end.outcomes(), plan, digest, false, end.takenBack());
    }

    /**
     * Whether the outcomes of the last pass tell of this change already. What was only planned is not told. News of files
     * come late where there is much to do, mostly of our own: then the files themselves say whether they are others.
     */
    public boolean hasTold(HostChanges.Change change) {
        return told.filter(look -> look.hasSeen(change)).isPresent()
                || (change.source() == HostChanges.Source.FILES
                        && last.filter(tools.observer()::hasSameFiles).isPresent());
    }

    /** The plan alone. Changes nothing. */
    public Preview plan(List<Wish> wishes, Map<String, Applied> memory, String spec) {
        Sight sight = tools.observer().look(new Wants(wishes, memory));
        HostPlan plan = PlanMaker.make(wishes, memory, sight);
        String digest = PlanDigest.of(spec, sight, plan);
        return new Preview(
                plan.naming(Untouched.of(wishes, memory, sight)),
                digest,
                DeadMan.isTouched(tools.way(), tools.way().source(), plan, sight));
    }

    /** Goes a way back that was kept on disk. What could not be done is named. */
    public List<String> goBack(Undo wayBack, String digest) {
        StepRunner runner = new StepRunner(tools.host(), journal.apply(digest));
        return wayBack.steps().stream()
                .flatMap(step -> runner.run(step).stream())
                .map(Cause::message)
                .toList();
    }
}
