package dev.ibportal.daemon.reconcile;

import dev.ibportal.agent.v1.NodePlan;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.NodeStatus;
import dev.ibportal.agent.v1.SpecRefusal;
import dev.ibportal.daemon.host.HostChanges;
import java.util.Optional;
import java.util.OptionalLong;

/** Brings one host to its newest spec. Calls may come from any thread; passes never overlap. */
public interface NodeReconciler {
    /**
     * Takes a new spec, or refuses it before anything is touched. Empty: the spec is on disk and the next pass follows
     * it. The same generation again is no refusal.
     */
    Optional<SpecRefusal> accept(NodeSpec spec);

    /**
     * One pass: observe, plan, apply, verify, then commit or roll back. The status holds every item of the spec, read
     * back from the host; it is empty while there is no spec.
     */
    Optional<NodeStatus> reconcile();

    /**
     * What the next pass would do, without any of it being done.
     *
     * @param wouldBe a spec to be tried; empty: the newest one on disk
     */
    NodePlan plan(Optional<NodeSpec> wouldBe);

    /** Carries out the plan with this digest, as a whole or not at all. */
    Done apply(String planDigest);

    /**
     * Puts back what the last transaction changed, and leaves it so until there is a newer spec or a plan is applied.
     *
     * @param transaction the only one that may be taken back, as {@link TransactionId} tells it; empty: whichever is the last
     */
    Done rollback(Optional<String> transaction);

    /**
     * What came of something that a person asked for.
     *
     * @param plan what would be done now, where the plan that was named is stale
     */
    record Done(boolean succeeded, String message, Optional<NodePlan> plan, Optional<NodeStatus> status) {
        public static Done failed(String message) {
            return new Done(false, message, Optional.empty(), Optional.empty());
        }
    }

    /** Whether the last pass came after this change, so that its status tells of it already. */
    boolean hasTold(HostChanges.Change change);

    /** Generation of the newest spec on disk. */
    OptionalLong generation();
}
