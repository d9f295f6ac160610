package dev.ibportal.portal.plan;

import dev.ibportal.portal.platform.web.Ref;
import java.util.List;

/**
 * The plans of all nodes of a partition, those of equal shape together. Public for the templates.
 *
 * @param mode that was tried; empty: the present one
 * @param ipMtu that was tried; empty: the present one
 */
public record PartitionPlanView(Ref partition, String mode, String ipMtu, int nodes, List<Group> groups) {
    public PartitionPlanView {
        groups = List.copyOf(groups);
    }

    /**
     * Nodes with equal plans.
     *
     * @param kind {@code create}, {@code change}, {@code remove}, {@code nothing}, {@code refused}, {@code not-connected},
     *     {@code no-answer} or {@code too-old}
     * @param name of the interface
     * @param cause the daemon's code of the reason; empty when the portal says it
     * @param reason of the first node, where nothing can be done
     * @param steps of the first node
     */
    public record Group(
            String kind,
            String name,
            String cause,
            String reason,
            List<Ref> nodes,
            List<NodePlanView.Action> steps,
            List<NodePlanView.Effect> traffic) {
        public Group {
            nodes = List.copyOf(nodes);
            steps = List.copyOf(steps);
            traffic = List.copyOf(traffic);
        }

        public int count() {
            return nodes.size();
        }
    }
}
