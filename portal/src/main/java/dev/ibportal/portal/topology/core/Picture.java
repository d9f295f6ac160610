package dev.ibportal.portal.topology.core;

import java.util.List;

/**
 * A drawing of a topology, in units of a pixel. Hosts are grouped by the switch that they hang on: with names where there is
 * room for them, else as dots.
 *
 * @param cards one for each switch
 * @param knots all switches once more as small boxes, where the large ones leave no room for the cables between them
 * @param lines cables between switches
 * @param named whether hosts stand there with their names
 */
public record Picture(int width, int height, List<Card> cards, List<Knot> knots, List<Line> lines, boolean named) {
    public Picture {
        knots = List.copyOf(knots);
        cards = List.copyOf(cards);
        lines = List.copyOf(lines);
    }

    /** So many cables that only thin lines leave something to be seen. */
    public boolean dense() {
        return lines.size() > 40;
    }

    /** @param link GUID to look at this switch alone */
    public record Card(int x, int y, int width, int height, String link, String name, String note, List<Dot> dots) {
        public Card {
            dots = List.copyOf(dots);
        }

        public int middle() {
            return x + width / 2;
        }

        public int titleY() {
            return y + 16;
        }

        public int noteY() {
            return y + height - 7;
        }

        public int textX() {
            return x + 9;
        }
    }

    /**
     * A host's port.
     *
     * @param colour number of the group it belongs to; 0: none
     * @param pattern 0 to 2, so that groups can be told apart without colours
     * @param node id of the node it belongs to; empty: none that the portal knows
     * @param title what it is, for whoever points at it
     */
    public record Dot(
            int x,
            int y,
            int size,
            int colour,
            int pattern,
            boolean slow,
            boolean found,
            boolean dim,
            String node,
            String title,
            String label) {
        /** So that nobody takes what has no colour for a box to tick. */
        public int round() {
            return colour == 0 ? size / 2 : 2;
        }

        public int labelX() {
            return x + size + 6;
        }

        public int labelY() {
            return y + size - 1;
        }
    }

    /**
     * A switch that is only a box.
     *
     * @param link GUID to look at this switch alone
     * @param label its name where there is room for it, else empty
     */
    public record Knot(
            int x, int y, int width, int height, String link, String title, String label, int labelY, boolean slow) {
        public int middle() {
            return x + width / 2;
        }
    }

    /** @param path of the line, as SVG writes it */
    public record Line(String path, int cables, boolean slow) {}
}
