package dev.ibportal.portal.platform.page;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Many things of one kind as small squares, sixteen in a row, drawn by the server. Each has a mark of its own, so that it is
 * not its colour alone that tells; those that lead somewhere are links, and so can be reached by keyboard.
 */
public record Grid(List<Cell> cells) {
    private static final int COLUMNS = 16;
    private static final int STEP = 30;
    private static final int SIDE = 27;

    public Grid {
        cells = List.copyOf(cells);
    }

    /**
     * @param mark one to three characters
     * @param style last part of the name of its class in the style sheet
     * @param fill of a hundred, how much of it is drawn as used
     * @param href where it leads; absent: nowhere
     * @param label all that it says, for the pointer and for who does not see it
     */
    public record Cell(
            int index,
            String mark,
            String style,
            int fill,
            @Nullable String href,
            String label) {
        public int getX() {
            return index % COLUMNS * STEP;
        }

        public int getY() {
            return index / COLUMNS * STEP;
        }

        /** Height of what is drawn as used; what is used at all is seen. */
        public int getFillHeight() {
            return fill == 0 ? 0 : Math.max(2, SIDE * fill / 100);
        }

        public int getFillTop() {
            return getY() + SIDE - getFillHeight();
        }
    }

    public int getWidth() {
        return COLUMNS * STEP;
    }

    public int getHeight() {
        int last = cells.isEmpty() ? 0 : cells.get(cells.size() - 1).index();
        return (last / COLUMNS + 1) * STEP;
    }
}
