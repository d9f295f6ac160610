package dev.ibportal.daemon.reconcile;

import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.NodeStatus;
import dev.ibportal.agent.v1.SpecRefusal;
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

    /** Generation of the newest spec on disk. */
    OptionalLong generation();
}
