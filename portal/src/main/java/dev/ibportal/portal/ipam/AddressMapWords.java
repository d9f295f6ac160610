package dev.ibportal.portal.ipam;

import dev.ibportal.portal.ipam.AddressMapView.Block;
import dev.ibportal.portal.ipam.AddressMapView.Cell;
import dev.ibportal.portal.platform.page.Bar;
import dev.ibportal.portal.platform.page.Grid;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** How a map of addresses is drawn and told. Public for the templates. */
public record AddressMapWords(UUID pool, PoolMessages messages) {
    private static final int FULL = 100;

    Grid grid(AddressMapView map) {
        List<Grid.Cell> cells = new ArrayList<>();
        for (Cell cell : map.cells()) {
            String label =
                    cell.address() + ": " + state(cell.state()) + (cell.holder().isEmpty() ? "" : ", " + cell.holder());
            cells.add(new Grid.Cell(cells.size(), mark(cell.state()), cell.state(), 0, href(cell), label));
        }
        for (Block block : map.blocks()) {
            int percent = percent(block);
            String label = messages.map_block_label(
                    block.prefix(),
                    String.valueOf(block.used()),
                    block.capacity().toString());
            String style = block.capacity().signum() == 0 ? "unusable" : percent == FULL ? "full" : "block";
            String mark = block.capacity().signum() == 0 ? "–" : String.valueOf(percent);
            cells.add(new Grid.Cell(cells.size(), mark, style, percent, href(block), label));
        }
        return new Grid(cells);
    }

    private static int percent(Block block) {
        return bar(block).percent().intValue();
    }

    static Bar bar(Block block) {
        return new Bar(BigDecimal.valueOf(block.used()), new BigDecimal(block.capacity()));
    }

    /** For the table, as {@link #bar} is for Java. */
    public Bar use(Block block) {
        return bar(block);
    }

    public String href(Block block) {
        return "/pools/" + pool + "/map?block=" + URLEncoder.encode(block.prefix(), StandardCharsets.UTF_8);
    }

    public @Nullable String href(Cell cell) {
        return switch (cell.state()) {
            case "free" -> "/pools/" + pool + "?address=" + encoded(cell) + "#take";
            case "reserved", "in-use", "releasing" -> "/pools/" + pool + "?search=" + encoded(cell) + "#addresses";
            default -> null;
        };
    }

    private static String encoded(Cell cell) {
        return URLEncoder.encode(cell.address(), StandardCharsets.UTF_8);
    }

    private static String mark(String state) {
        return switch (state) {
            case "free" -> "·";
            case "reserved" -> "R";
            case "in-use" -> "●";
            case "releasing" -> "~";
            case "gateway" -> "G";
            case "excluded" -> "×";
            default -> "–";
        };
    }

    public String state(String state) {
        return switch (state) {
            case "free" -> messages.map_free();
            case "reserved" -> messages.reserved();
            case "in-use" -> messages.in_use();
            case "releasing" -> messages.releasing();
            case "gateway" -> messages.gateway();
            case "excluded" -> messages.map_excluded();
            default -> messages.map_unusable();
        };
    }

    /** What the marks mean. */
    public List<Key> key() {
        return List.of("free", "reserved", "in-use", "releasing", "gateway", "excluded", "unusable").stream()
                .map(state -> new Key(mark(state), state, state(state)))
                .toList();
    }

    public record Key(String mark, String style, String text) {}

    /**
     * Neighbours of one state and holder, for the table.
     *
     * @param href of the first of them
     */
    public record Run(
            String first,
            String last,
            int count,
            String state,
            String holder,
            @Nullable String href) {
        public boolean isSingle() {
            return count == 1;
        }
    }

    public List<Run> runs(AddressMapView map) {
        List<Run> runs = new ArrayList<>();
        for (Cell cell : map.cells()) {
            Run before = runs.isEmpty() ? null : runs.get(runs.size() - 1);
            if (before != null
                    && cell.id() == null
                    && before.state.equals(cell.state())
                    && before.holder.equals(cell.holder())) {
                runs.set(
                        runs.size() - 1,
                        new Run(
                                before.first,
                                cell.address(),
                                before.count + 1,
                                before.state,
                                before.holder,
                                before.href));
            } else {
                runs.add(new Run(cell.address(), cell.address(), 1, cell.state(), cell.holder(), href(cell)));
            }
        }
        return runs;
    }
}
