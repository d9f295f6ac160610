package dev.ibportal.portal.fabric;

import dev.ibportal.portal.fabric.PKeyMapView.Block;
import dev.ibportal.portal.fabric.PKeyMapView.Key;
import dev.ibportal.portal.platform.page.Bar;
import dev.ibportal.portal.platform.page.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** How a map of PKeys is drawn and told. Public for the templates. */
public record PKeyMapWords(UUID fabric, FabricMessages messages) {
    private static final int FULL = 100;

    Grid grid(PKeyMapView map, @Nullable Key chosen) {
        List<Grid.Cell> cells = new ArrayList<>();
        for (Block block : map.blocks()) {
            int percent = use(block).percent().intValue();
            String style = percent == FULL ? "full" : "block";
            cells.add(new Grid.Cell(cells.size(), String.valueOf(percent), style, percent, href(block), label(block)));
        }
        for (Key key : map.keys()) {
            boolean here = chosen != null && chosen.pkey().equals(key.pkey());
            cells.add(new Grid.Cell(
                    cells.size(),
                    mark(key.state()),
                    here ? key.state() + " map-chosen" : key.state(),
                    0,
                    href(key),
                    label(key)));
        }
        return new Grid(cells);
    }

    public Bar use(Block block) {
        int used = block.taken() + block.retiring() + block.quarantined() + block.reserved();
        return Bar.of(used, used + block.free());
    }

    public String href(Block block) {
        return "/fabrics/" + fabric + "/pkeys?block=" + block.block();
    }

    public @Nullable String href(Key key) {
        return key.state().equals("never") ? null : "/fabrics/" + fabric + "/pkeys?key=" + key.pkey() + "#chosen";
    }

    private String label(Block block) {
        return messages.pkeys_block_label(block.first(), block.last(), block.free());
    }

    private String label(Key key) {
        String holder = holder(key);
        return key.pkey() + ": " + state(key.state()) + (holder.isEmpty() ? "" : ", " + holder);
    }

    public String holder(Key key) {
        return key.partition() == null || key.tenant() == null
                ? key.reason()
                : key.partition().name() + " (" + key.tenant().name() + ")";
    }

    private static String mark(String state) {
        return switch (state) {
            case "free" -> "·";
            case "outside" -> "○";
            case "taken" -> "●";
            case "retiring" -> "~";
            case "quarantined" -> "Q";
            case "reserved" -> "R";
            case "held" -> "H";
            case "kept" -> "K";
            default -> "–";
        };
    }

    public String state(String state) {
        return switch (state) {
            case "free" -> messages.pkey_free();
            case "outside" -> messages.pkey_outside();
            case "taken" -> messages.pkey_taken();
            case "retiring" -> messages.pkey_retiring();
            case "quarantined" -> messages.pkey_quarantined();
            case "reserved" -> messages.pkey_reserved();
            case "held" -> messages.pkey_held();
            case "kept" -> messages.pkey_kept();
            default -> messages.pkey_never();
        };
    }

    /** What the marks mean. */
    public List<Mark> key() {
        return List.of("free", "outside", "taken", "retiring", "quarantined", "reserved", "held", "kept", "never")
                .stream()
                .map(state -> new Mark(mark(state), state, state(state)))
                .toList();
    }

    public record Mark(String mark, String style, String text) {}

    /** Those of a block that are not simply free or never a tenant's. */
    public List<Key> remarkable(PKeyMapView map) {
        return map.keys().stream()
                .filter(key -> !List.of("free", "outside", "kept", "never").contains(key.state()))
                .toList();
    }
}
