package dev.ibportal.portal.overview;

import dev.ibportal.portal.overview.OverviewSql.Counts;
import java.util.ArrayList;
import java.util.List;

/** One of the first steps to a working partition. Public for the templates. */
public record Step(String text, String href, boolean done) {

    /** The steps of that person; empty when the last one was ever done. */
    static List<Step> of(Counts counts, OverviewMessages messages, boolean operator) {
        if (counts.ever().memberSeen()) {
            return List.of();
        }
        List<Step> steps = new ArrayList<>();
        if (operator) {
            steps.add(new Step(messages.step_fabric(), "/fabrics/new", counts.fabrics() > 0));
            steps.add(new Step(messages.step_node(), "/nodes/new", counts.ever().nodeSeen()));
            steps.add(new Step(messages.step_sm(), "/fabrics", counts.ever().smSeen()));
            steps.add(new Step(messages.step_tenant(), "/tenants/new", counts.grants() > 0));
        }
        steps.add(new Step(messages.step_partition(), "/partitions/new", counts.partitions() > 0));
        steps.add(new Step(messages.step_pool(), "/pools/new", counts.pools() > 0));
        steps.add(new Step(messages.step_member(), "/partitions", counts.ever().memberSeen()));
        return steps.stream().allMatch(Step::done) ? List.of() : List.copyOf(steps);
    }
}
