package dev.ibportal.portal.topology.core;

import dev.ibportal.portal.topology.core.Picture.Card;
import dev.ibportal.portal.topology.core.Picture.Knot;
import dev.ibportal.portal.topology.core.Picture.Line;
import dev.ibportal.portal.topology.core.Topology.Trunk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lines for the cables between switches that have their places. */
final class Cables {
    /** Above the uppermost row, for cables between two of it. */
    static final int HEADROOM = 30;

    private Cables() {}

    /** Where a switch is. */
    private record Box(int middle, int top, int bottom) {}

    static List<Line> between(List<Trunk> trunks, List<Card> cards) {
        Map<String, Box> boxes = new HashMap<>();
        cards.forEach(card -> boxes.put(card.link(), new Box(card.middle(), card.y(), card.y() + card.height())));
        return lines(trunks, boxes);
    }

    static List<Line> betweenKnots(List<Trunk> trunks, List<Knot> knots) {
        Map<String, Box> boxes = new HashMap<>();
        knots.forEach(knot -> boxes.put(knot.link(), new Box(knot.middle(), knot.y(), knot.y() + knot.height())));
        return lines(trunks, boxes);
    }

    private static List<Line> lines(List<Trunk> trunks, Map<String, Box> boxes) {
        List<Line> lines = new ArrayList<>();
        for (Trunk trunk : trunks) {
            Box from = boxes.get(trunk.from());
            Box to = boxes.get(trunk.to());
            if (from != null && to != null && !from.equals(to)) {
                lines.add(new Line(path(from, to), trunk.cables(), trunk.slow() > 0));
            }
        }
        return lines;
    }

    /** Down from one row to the other; between two of one row in a bow above them. */
    private static String path(Box from, Box to) {
        if (from.top() == to.top()) {
            return "M" + from.middle() + " " + from.top() + "Q" + (from.middle() + to.middle()) / 2 + " "
                    + (from.top() - HEADROOM * 2 + 4) + " " + to.middle() + " " + to.top();
        }
        Box upper = from.top() < to.top() ? from : to;
        Box lower = from.top() < to.top() ? to : from;
        return "M" + upper.middle() + " " + upper.bottom() + "L" + lower.middle() + " " + lower.top();
    }
}
