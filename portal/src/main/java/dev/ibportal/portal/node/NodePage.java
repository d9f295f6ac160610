package dev.ibportal.portal.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ibportal.portal.node.NodeDetail.FabricSays;
import dev.ibportal.portal.node.NodeDetail.NodeSays;
import dev.ibportal.portal.node.NodeDetail.PortView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the page of a node shows. Public for the templates.
 *
 * @param replacements cards that seem to have been swapped
 * @param wrong what people configured by hand and what does not do what they want
 * @param byHand interfaces that nobody asked the portal for
 * @param own interfaces of the ports themselves; for operators
 * @param inventoryAt when the node last looked at itself; null when it never did, or for others than operators
 */
public record NodePage(
        NodeDetail detail,
        Facts facts,
        List<Card> cards,
        List<Module> modules,
        @Nullable Instant inventoryAt,
        List<ReplacementView> replacements,
        List<Wrong> wrong,
        List<String> byHand,
        List<PortInterfaceView> own) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What the daemon says of its host; empty texts are not known. */
    public record Facts(
            String hostName, String os, String kernel, String architecture, String persistence, String obstacle) {}

    public record Card(String device, String type, String firmware, String psid, String driver, List<CardPort> ports) {}

    public record CardPort(String number, String guid, String state, String linkLayer, String rate) {}

    public record Module(String name, boolean loaded, String version) {}

    /** Configuration that does not do what its author wants. */
    public record Wrong(String place, String found, String right) {}

    static NodePage of(
            NodeDetail detail,
            Optional<NodePagesSql.Inventory> inventory,
            List<ReplacementView> replacements,
            List<PortInterfaceView> own) {
        JsonNode report = inventory.map(last -> read(last.report())).orElseGet(JSON::createObjectNode);
        List<Card> cards = new ArrayList<>();
        report.path("hcas").forEach(hca -> cards.add(card(hca)));
        List<Module> modules = new ArrayList<>();
        report.path("modules")
                .forEach(module -> modules.add(
                        new Module(text(module, "name"), module.path("loaded").asBoolean(), text(module, "version"))));
        return new NodePage(
                detail,
                facts(read(detail.facts())),
                cards,
                modules,
                inventory.map(NodePagesSql.Inventory::observedAt).orElse(null),
                replacements,
                wrong(report),
                byHand(report, detail),
                own);
    }

    /** For operators: the own interface of a port, as a list of one so that a template can ask for it. */
    public List<PortInterfaceView> ownOf(PortView port) {
        return own.stream().filter(each -> each.portId().equals(port.id())).toList();
    }

    private static List<Wrong> wrong(JsonNode report) {
        List<Wrong> wrong = new ArrayList<>();
        report.path("wrongRecipes")
                .forEach(recipe ->
                        wrong.add(new Wrong(text(recipe, "place"), text(recipe, "found"), text(recipe, "right"))));
        return wrong;
    }

    /** IPoIB interfaces with a key that no membership stands for. */
    private static List<String> byHand(JsonNode report, NodeDetail detail) {
        Set<String> known = new HashSet<>();
        detail.interfaces().forEach(iface -> known.add(iface.portGuid() + " " + iface.pkey()));
        List<String> byHand = new ArrayList<>();
        report.path("netdevs").forEach(netdev -> {
            boolean child = !text(netdev, "parent").isEmpty();
            if (child && !known.contains(text(netdev, "portGuid") + " " + text(netdev, "pkey"))) {
                byHand.add(text(netdev, "name"));
            }
        });
        return byHand;
    }

    private static Card card(JsonNode hca) {
        List<CardPort> ports = new ArrayList<>();
        hca.path("ports")
                .forEach(port -> ports.add(new CardPort(
                        text(port, "number"),
                        text(port, "guid"),
                        text(port, "state"),
                        text(port, "linkLayer"),
                        text(port, "rate"))));
        return new Card(
                text(hca, "device"),
                text(hca, "type"),
                text(hca, "firmware"),
                text(hca, "psid"),
                text(hca, "driver"),
                ports);
    }

    private static Facts facts(JsonNode facts) {
        return new Facts(
                text(facts, "hostName"),
                text(facts, "osName"),
                text(facts, "kernel"),
                text(facts, "architecture"),
                text(facts, "persistence"),
                text(facts, "persistenceReason"));
    }

    private static String text(JsonNode object, String field) {
        return object.path(field).asText();
    }

    private static JsonNode read(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the database keeps valid JSON only", e);
        }
    }

    public boolean isRetired() {
        return detail.node().state().equals("retired");
    }

    public boolean isInvited() {
        return detail.node().state().equals("invited");
    }

    public boolean isUnreachable() {
        return detail.node().state().equals("unreachable");
    }

    public boolean isDead() {
        return detail.node().state().equals("dead");
    }

    /** How the two views of a port compare, as far as both were read. */
    public enum Agreement {
        AGREE,
        DIFFER,
        UNKNOWN
    }

    /** The order of the entries does not matter; the membership bit of each does. */
    public Agreement agreement(PortView port) {
        NodeSays node = port.node();
        FabricSays fabric = port.fabricView();
        if (node == null || fabric == null || node.pkeys() == null || fabric.pkeys() == null) {
            return Agreement.UNKNOWN;
        }
        Set<String> seen = new HashSet<>(node.pkeys());
        return seen.equals(new HashSet<>(fabric.pkeys())) ? Agreement.AGREE : Agreement.DIFFER;
    }

    public boolean differs(PortView port) {
        return agreement(port) == Agreement.DIFFER;
    }

    public boolean agrees(PortView port) {
        return agreement(port) == Agreement.AGREE;
    }
}
