package dev.ibportal.portal.drivers.core;

import dev.ibportal.drivers.Catalogue;
import dev.ibportal.drivers.NodeShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Nodes against profiles. Nodes of one shape have one answer, so there is a row for each shape and not for each node.
 *
 * @param nodes how many were chosen
 */
public record Matrix(int nodes, List<Row> rows) {
    public Matrix {
        rows = List.copyOf(rows);
    }

    /** @param verdicts in the catalogue's order */
    public record Row(
            NodeShape shape, boolean known, boolean adaptersKnown, List<NodeFacts> nodes, List<NodeVerdict> verdicts) {
        public Row {
            nodes = List.copyOf(nodes);
            verdicts = List.copyOf(verdicts);
        }
    }

    private record Key(NodeShape shape, boolean known, boolean adaptersKnown) {}

    public static Matrix of(List<NodeFacts> nodes, Catalogue catalogue) {
        Map<Key, List<NodeFacts>> shapes = new LinkedHashMap<>();
        nodes.forEach(node -> shapes.computeIfAbsent(
                        new Key(node.shape(), node.known(), node.adaptersKnown()), each -> new ArrayList<>())
                .add(node));
        return new Matrix(
                nodes.size(),
                shapes.values().stream()
                        .map(alike -> row(alike, catalogue))
                        .sorted(Comparator.comparing((Row row) -> -row.nodes().size()))
                        .toList());
    }

    private static Row row(List<NodeFacts> alike, Catalogue catalogue) {
        NodeFacts one = alike.get(0);
        return new Row(
                one.shape(),
                one.known(),
                one.adaptersKnown(),
                alike,
                catalogue.profiles().stream()
                        .map(profile -> NodeVerdict.of(one, profile, catalogue))
                        .toList());
    }
}
