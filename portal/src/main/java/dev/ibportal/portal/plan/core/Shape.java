package dev.ibportal.portal.plan.core;

import dev.ibportal.agent.v1.NodePlan;
import dev.ibportal.agent.v1.PlanVerdict;
import dev.ibportal.agent.v1.PlannedAction;
import dev.ibportal.agent.v1.PlannedItem;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What the plans of many nodes have in common: the same things done to interfaces of the same name, with other addresses
 * and ids. Nodes of one shape can be shown as one line.
 *
 * @param kind what happens
 * @param name of the interface; empty where there is none
 * @param cause why it is refused, or why nothing is known
 * @param steps without what differs from node to node
 */
public record Shape(Kind kind, String name, String cause, List<String> steps) {
    private static final Pattern ADDRESS = Pattern.compile("[0-9a-fA-F.:]+/[0-9]{1,3}");
    private static final Pattern UUID = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    /** In the order in which people care. */
    public enum Kind {
        REFUSED,
        CREATE,
        CHANGE,
        REMOVE,
        NOTHING,
        NOT_CONNECTED,
        NO_ANSWER,
        TOO_OLD;

        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public Shape {
        steps = List.copyOf(steps);
    }

    /** Of one interface in the plan of its node. */
    public static Shape of(NodePlan plan, String interfaceId) {
        if (!plan.getRefusal().isEmpty()) {
            return new Shape(Kind.REFUSED, "", "spec", List.of());
        }
        return plan.getItemsList().stream()
                .filter(item -> item.getInterfaceId().equals(interfaceId))
                .findFirst()
                .map(Shape::of)
                .orElseGet(() -> new Shape(Kind.NOTHING, "", "", List.of()));
    }

    private static Shape of(PlannedItem item) {
        List<String> steps = item.getActionsList().stream().map(Shape::step).toList();
        return new Shape(kind(item), item.getName(), item.getCause(), steps);
    }

    public static Shape unknown(Kind kind) {
        return new Shape(kind, "", "", List.of());
    }

    private static Kind kind(PlannedItem item) {
        if (item.getVerdict() == PlanVerdict.PLAN_VERDICT_REFUSED) {
            return Kind.REFUSED;
        }
        if (item.getVerdict() != PlanVerdict.PLAN_VERDICT_CHANGE) {
            return Kind.NOTHING;
        }
        if (item.getTrafficList().stream()
                .anyMatch(effect -> effect.getSubject().equals(item.getName())
                        && effect.getKind() == dev.ibportal.agent.v1.TrafficKind.TRAFFIC_KIND_ADDED)) {
            return Kind.CREATE;
        }
        boolean goes = item.getTrafficList().stream()
                .anyMatch(
                        effect -> effect.getKind() == dev.ibportal.agent.v1.TrafficKind.TRAFFIC_KIND_INTERFACE_REMOVED);
        return goes ? Kind.REMOVE : Kind.CHANGE;
    }

    private static String step(PlannedAction action) {
        if (action.hasFile()) {
            return action.getFile().getFate().name().replace("FILE_FATE_", "").toLowerCase(Locale.ROOT) + " "
                    + action.getFile().getPath();
        }
        String command = String.join(" ", action.getCommand().getArgvList());
        return UUID.matcher(ADDRESS.matcher(command).replaceAll("<address>")).replaceAll("<id>");
    }
}
