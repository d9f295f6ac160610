package dev.ibportal.portal.topology.core;

import dev.ibportal.portal.topology.core.Picture.Knot;
import dev.ibportal.portal.topology.core.Topology.SwitchNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * All switches as small boxes, one row for each tier, so that all cables between them can be drawn where hosts leave no
 * room for that. Where even small boxes are too many for a row it is several.
 */
final class Backbone {
    private static final int LEAST = 5;
    private static final int MOST = 34;
    private static final int HEIGHT = 14;
    private static final int GAP = 2;
    private static final int ROOM_FOR_A_NAME = 50;
    private static final int LONGEST_NAME = 9;
    private static final int ABOVE = 4;
    private static final int BELOW = 11;

    /** Cables between tiers need the more room the more there are. */
    private static final int CABLES = 110;

    private final int width;
    private final List<Knot> knots = new ArrayList<>();

    private Backbone(int width) {
        this.width = width;
    }

    /** @param title of a switch, for whoever points at it */
    static List<Knot> of(Tiers tiers, int width, Function<SwitchNode, String> title) {
        Backbone backbone = new Backbone(width);
        // For the names above the uppermost.
        int y = HEIGHT;
        for (List<SwitchNode> tier : tiers.above()) {
            y = backbone.tier(tier, y, title) + CABLES;
        }
        backbone.tier(tiers.leaves(), y, title);
        return backbone.knots;
    }

    private int tier(List<SwitchNode> switches, int top, Function<SwitchNode, String> title) {
        int box = Math.max(LEAST, Math.min(MOST, (width + GAP) / Math.max(1, switches.size()) - GAP));
        int perRow = Math.max(1, (width + GAP) / (box + GAP));
        int y = top;
        for (int from = 0; from < switches.size(); from += perRow) {
            List<SwitchNode> here = switches.subList(from, Math.min(switches.size(), from + perRow));
            // Spread over the whole width, so that cables lead down and not across.
            double step = (double) width / here.size();
            for (int i = 0; i < here.size(); i++) {
                int x = Math.max(0, (int) (step * i + (step - box) / 2));
                SwitchNode one = here.get(i);
                knots.add(new Knot(
                        x,
                        y,
                        box,
                        HEIGHT,
                        one.guid(),
                        title.apply(one),
                        step < ROOM_FOR_A_NAME ? "" : cut(one.name()),
                        one.isLeaf() ? y + HEIGHT + BELOW : y - ABOVE,
                        one.slow() > 0));
            }
            y += HEIGHT + GAP;
        }
        return y - GAP;
    }

    private static String cut(String name) {
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
    }
}
