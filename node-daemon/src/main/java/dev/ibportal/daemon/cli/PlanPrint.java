package dev.ibportal.daemon.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ibportal.agent.v1.NodePlan;
import dev.ibportal.agent.v1.PlannedAction;
import dev.ibportal.agent.v1.PlannedFile;
import dev.ibportal.agent.v1.PlannedItem;
import dev.ibportal.agent.v1.TrafficEffect;
import dev.ibportal.daemon.host.Json;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** A plan for people and for programs. */
final class PlanPrint {
    private static final String INDENT = "    ";

    private PlanPrint() {}

    static String text(NodePlan plan) {
        StringBuilder text = new StringBuilder();
        if (!plan.getRefusal().isEmpty()) {
            return "refused: " + plan.getRefusal() + "\n";
        }
        text.append("plan ").append(plan.getDigest()).append('\n');
        text.append("generation ")
                .append(plan.getGeneration())
                .append(", seen at ")
                .append(at(plan))
                .append('\n');
        if (plan.getTouchesPortalWay()) {
            text.append("the way to the portal runs over something that changes: unless the portal is reached again in"
                    + " time, all of it is taken back\n");
        }
        if (plan.getSharedCount() > 0) {
            text.append("\nfirst, for several interfaces\n");
            plan.getSharedList().forEach(action -> action(text, action));
        }
        plan.getItemsList().forEach(item -> item(text, item));
        if (plan.getItemsCount() == 0 && plan.getSharedCount() == 0) {
            text.append("\nnothing to do: the portal wants no interface here\n");
        }
        if (plan.getUntouchedCount() > 0) {
            text.append("\nnot ours, stays as it is\n");
            plan.getUntouchedList()
                    .forEach(what -> text.append(INDENT).append(what).append('\n'));
        }
        return text.toString();
    }

    private static Instant at(NodePlan plan) {
        return Instant.ofEpochSecond(
                plan.getObservedAt().getSeconds(), plan.getObservedAt().getNanos());
    }

    private static void item(StringBuilder text, PlannedItem item) {
        text.append('\n').append(item.getName().isEmpty() ? item.getInterfaceId() : item.getName());
        text.append("  ").append(word(item.getVerdict().name(), "PLAN_VERDICT_"));
        if (!item.getMessage().isEmpty()) {
            text.append(": ").append(item.getMessage());
        }
        text.append('\n');
        item.getActionsList().forEach(action -> action(text, action));
        item.getTrafficList()
                .forEach(effect -> text.append(INDENT)
                        .append("traffic: ")
                        .append(traffic(effect))
                        .append('\n'));
    }

    private static void action(StringBuilder text, PlannedAction action) {
        if (action.hasCommand()) {
            text.append(INDENT)
                    .append(String.join(" ", action.getCommand().getArgvList()))
                    .append('\n');
            return;
        }
        PlannedFile file = action.getFile();
        text.append(INDENT)
                .append(word(file.getFate().name(), "FILE_FATE_"))
                .append(' ')
                .append(file.getPath());
        text.append(file.getMode().isEmpty() ? "" : " (" + file.getMode() + ")").append('\n');
        file.getDiff()
                .lines()
                .forEach(line -> text.append(INDENT).append(INDENT).append(line).append('\n'));
    }

    private static String traffic(TrafficEffect effect) {
        String subject = effect.getSubject();
        return switch (effect.getKind()) {
            case TRAFFIC_KIND_ADDED -> subject + " is new, what runs now is not touched";
            case TRAFFIC_KIND_INTERRUPTED -> "what flows over " + subject + " stops for a moment";
            case TRAFFIC_KIND_INTERFACE_REMOVED -> "connections over " + subject + " end";
            case TRAFFIC_KIND_ADDRESS_REMOVED -> "connections over " + subject + " end";
            case TRAFFIC_KIND_PACKET_SIZE -> "the largest packet of " + subject + " changes, connections stay";
            case TRAFFIC_KIND_SETTINGS -> "settings around " + subject + " change";
            case TRAFFIC_KIND_UNSPECIFIED, UNRECOGNIZED -> subject;
        };
    }

    private static String word(String name, String prefix) {
        return name.replace(prefix, "").toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    static String json(NodePlan plan) {
        ObjectNode root = Json.object();
        root.put("digest", plan.getDigest());
        root.put("generation", plan.getGeneration());
        root.put("observedAt", at(plan).toString());
        root.put("refusal", plan.getRefusal());
        root.put("touchesPortalWay", plan.getTouchesPortalWay());
        actions(root.putArray("shared"), plan.getSharedList());
        ArrayNode items = root.putArray("items");
        for (PlannedItem item : plan.getItemsList()) {
            ObjectNode node = items.addObject();
            node.put("interfaceId", item.getInterfaceId());
            node.put("name", item.getName());
            node.put("verdict", word(item.getVerdict().name(), "PLAN_VERDICT_"));
            node.put("cause", item.getCause());
            node.put("message", item.getMessage());
            actions(node.putArray("actions"), item.getActionsList());
            ArrayNode traffic = node.putArray("traffic");
            item.getTrafficList().forEach(effect -> {
                ObjectNode one = traffic.addObject();
                one.put("kind", word(effect.getKind().name(), "TRAFFIC_KIND_"));
                one.put("subject", effect.getSubject());
            });
        }
        ArrayNode untouched = root.putArray("untouched");
        plan.getUntouchedList().forEach(untouched::add);
        return Json.print(root) + "\n";
    }

    private static void actions(ArrayNode list, List<PlannedAction> actions) {
        for (PlannedAction action : actions) {
            ObjectNode node = list.addObject();
            if (action.hasCommand()) {
                ArrayNode argv = node.putArray("command");
                action.getCommand().getArgvList().forEach(argv::add);
            } else {
                PlannedFile file = action.getFile();
                node.put("file", file.getPath());
                node.put("fate", word(file.getFate().name(), "FILE_FATE_"));
                node.put("mode", file.getMode());
                node.put("diff", file.getDiff());
            }
        }
    }
}
