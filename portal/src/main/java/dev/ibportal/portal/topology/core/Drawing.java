package dev.ibportal.portal.topology.core;

import dev.ibportal.portal.topology.core.Colours.Group;
import dev.ibportal.portal.topology.core.Picture.Card;
import dev.ibportal.portal.topology.core.Picture.Dot;
import dev.ibportal.portal.topology.core.Picture.Knot;
import dev.ibportal.portal.topology.core.Topology.Host;
import dev.ibportal.portal.topology.core.Topology.SwitchNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Lays a topology out: switches that join others above in tiers, those with hosts below, as many side by side as fit. Where
 * that is more than one row, the cables are drawn apart.
 */
public final class Drawing {
    private static final int WIDTH = 1160;
    private static final int GAP = 10;
    private static final int HEAD = 24;
    private static final int NOTE = 22;
    private static final int MARGIN = 9;

    /** Above so many hosts, names would be too many to read. */
    private static final int MOST_NAMES = 72;

    private static final int NAMED_WIDTH = 184;
    private static final int NAMED_ROW = 20;
    private static final int NAMED_DOT = 12;
    private static final int DOT = 11;
    private static final int PITCH = 15;
    private static final int LEAST_WIDTH = 100;
    private static final int SPINE_HEIGHT = 44;

    /** So much room for cables between the two rows that they join. */
    private static final int CABLES = 70;

    private static final int LONGEST_LABEL = 22;
    private static final int LONGEST_NAME = 14;

    private final Topology topology;
    private final Look look;
    private final Map<String, List<Host>> byLeaf = new LinkedHashMap<>();
    private final boolean named;
    private int room = WIDTH;

    /**
     * What somebody wants to see of it.
     *
     * @param group name of a host's group
     * @param found whether it is what is searched; with {@code searching} all others are dimmed
     * @param title of a host, in the reader's language
     * @param note below a switch
     */
    public record Look(
            Colours colours,
            Function<Host, String> group,
            boolean searching,
            Predicate<Host> found,
            Function<Host, String> title,
            Function<SwitchNode, String> note) {}

    private Drawing(Topology topology, Look look) {
        this.topology = topology;
        this.look = look;
        topology.switches().stream()
                .filter(SwitchNode::isLeaf)
                .forEach(leaf -> byLeaf.put(leaf.guid(), new ArrayList<>()));
        topology.hosts()
                .forEach(host -> byLeaf.getOrDefault(host.switchGuid(), new ArrayList<>())
                        .add(host));
        this.named = topology.hosts().size() <= MOST_NAMES;
    }

    public static Picture draw(Topology topology, Look look) {
        return new Drawing(topology, look).picture();
    }

    private Picture picture() {
        Tiers tiers = Tiers.of(topology);
        List<SwitchNode> leaves = tiers.leaves();
        int most = byLeaf.values().stream().mapToInt(List::size).max().orElse(0);
        int columns = named ? 1 : Math.max(5, Math.min(16, (int) Math.ceil(Math.sqrt(most * 1.6))));
        int leafWidth = named ? NAMED_WIDTH : Math.max(LEAST_WIDTH, columns * PITCH + 2 * MARGIN);
        boolean fits = leaves.size() <= perRow(leafWidth)
                && tiers.above().stream().allMatch(tier -> tier.size() <= perRow(LEAST_WIDTH));
        Function<SwitchNode, Integer> height = leaf -> HEAD + NOTE + rows(leaf, columns) * (named ? NAMED_ROW : PITCH);
        return fits || topology.trunks().isEmpty()
                ? tree(tiers, leafWidth, height)
                : overview(tiers, leafWidth, height);
    }

    /** Every switch with its name, and the cables between them. */
    private Picture tree(Tiers tiers, int leafWidth, Function<SwitchNode, Integer> height) {
        // No wider than what is in it, so that a narrow screen does not show an empty frame.
        room = tiers.above().stream()
                .mapToInt(tier -> widthOf(tier.size(), LEAST_WIDTH))
                .reduce(widthOf(tiers.leaves().size(), leafWidth), Math::max);
        List<Card> cards = new ArrayList<>();
        int y = tiers.joinsUppermost(topology.trunks()) ? Cables.HEADROOM : 0;
        for (List<SwitchNode> tier : tiers.above()) {
            y = row(cards, tier, LEAST_WIDTH, y, one -> SPINE_HEIGHT, one -> List.of()) + CABLES;
        }
        int bottom = row(cards, tiers.leaves(), leafWidth, y, height, this::hosts);
        return new Picture(room, bottom, cards, List.of(), Cables.between(topology.trunks(), cards), named);
    }

    /** The cables between small boxes above, and below the switches with their hosts. */
    private Picture overview(Tiers tiers, int leafWidth, Function<SwitchNode, Integer> height) {
        room = widthOf(tiers.leaves().size(), leafWidth);
        List<Knot> knots =
                Backbone.of(tiers, room, one -> one.name() + " · " + look.note().apply(one));
        int y = knots.stream().mapToInt(knot -> knot.y() + knot.height()).max().orElse(0) + CABLES / 2;
        List<Card> cards = new ArrayList<>();
        int bottom = row(cards, tiers.leaves(), leafWidth, y, height, this::hosts);
        return new Picture(room, bottom, cards, knots, Cables.betweenKnots(topology.trunks(), knots), named);
    }

    private static int widthOf(int boxes, int width) {
        int inRow = Math.min(boxes, perRow(width));
        return inRow == 0 ? LEAST_WIDTH : inRow * (width + GAP) - GAP;
    }

    private static int perRow(int width) {
        return Math.max(1, (WIDTH + GAP) / (width + GAP));
    }

    private int rows(SwitchNode leaf, int columns) {
        int hosts = byLeaf.getOrDefault(leaf.guid(), List.of()).size();
        return (hosts + columns - 1) / columns;
    }

    private List<Host> hosts(SwitchNode leaf) {
        return byLeaf.getOrDefault(leaf.guid(), List.of());
    }

    /** Where the next row may begin. */
    private int row(
            List<Card> cards,
            List<SwitchNode> switches,
            int width,
            int top,
            Function<SwitchNode, Integer> height,
            Function<SwitchNode, List<Host>> hosts) {
        int perRow = perRow(width);
        int y = top;
        for (int from = 0; from < switches.size(); from += perRow) {
            List<SwitchNode> here = switches.subList(from, Math.min(switches.size(), from + perRow));
            int tallest = here.stream().mapToInt(height::apply).max().orElse(0);
            int x = from == 0 && here.size() < perRow ? (room - here.size() * (width + GAP) + GAP) / 2 : 0;
            for (SwitchNode one : here) {
                cards.add(card(one, x, y, width, tallest, hosts.apply(one)));
                x += width + GAP;
            }
            y += tallest + GAP;
        }
        return switches.isEmpty() ? top : y - GAP;
    }

    private Card card(SwitchNode one, int x, int y, int width, int height, List<Host> hosts) {
        List<Dot> dots = new ArrayList<>();
        int columns = Math.max(1, (width - 2 * MARGIN) / PITCH);
        for (int i = 0; i < hosts.size(); i++) {
            int size = named ? NAMED_DOT : DOT;
            int left = named ? x + MARGIN : x + MARGIN + i % columns * PITCH;
            int topOf = named ? y + HEAD + i * NAMED_ROW + 2 : y + HEAD + i / columns * PITCH + 1;
            dots.add(dot(hosts.get(i), left, topOf, size));
        }
        String name = named ? cut(one.name(), LONGEST_LABEL) : cut(one.name(), LONGEST_NAME);
        return new Card(x, y, width, height, one.guid(), name, look.note().apply(one), dots);
    }

    private Dot dot(Host host, int x, int y, int size) {
        Group group = look.colours().byName().get(look.group().apply(host));
        boolean found = look.searching() && look.found().test(host);
        return new Dot(
                x,
                y,
                size,
                group == null ? 0 : group.colour(),
                group == null ? 0 : group.pattern(),
                host.cable().slow(),
                found,
                look.searching() && !found,
                host.registered() == null ? "" : host.registered().node().toString(),
                look.title().apply(host),
                named ? cut(host.name(), LONGEST_LABEL) : "");
    }

    private static String cut(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest - 1) + "…";
    }
}
