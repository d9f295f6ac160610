package dev.ibportal.portal.topology.core;

import java.util.List;

/**
 * A drawing of a topology, in units of a pixel. Hosts are grouped by the switch that they hang on: with names where there is
 * room for them, else as dots.
 *
 * @param cards one for each switch
 * @param lines cables between switches; none where they would only be a tangle
 * @param named whether hosts stand there with their names
 */
public record Picture(int width, int height, List<Card> cards, List<Line> lines, boolean named) {
    public Picture {
        cards = List.copyOf(cards);
        lines = List.copyOf(lines);
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
            String title,
            String label) {
        public int labelX() {
            return x + size + 6;
        }

        public int labelY() {
            return y + size - 1;
        }
    }

    public record Line(int x1, int y1, int x2, int y2, int cables, boolean slow) {}
}
