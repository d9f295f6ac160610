package dev.ibportal.portal.topology;

import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Texts;
import dev.ibportal.portal.topology.core.Colours;
import dev.ibportal.portal.topology.core.Drawing;
import dev.ibportal.portal.topology.core.Picture;
import dev.ibportal.portal.topology.core.Topology;
import dev.ibportal.portal.topology.core.Topology.Host;
import dev.ibportal.portal.topology.core.Topology.SwitchNode;
import dev.ibportal.portal.topology.core.Topology.Trunk;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Picture and table for what somebody wants to see. Public for the template. */
public final class TopologyPicture {
    private static final int ROWS = 100;

    private final TopologyQuery query;
    private final TopologyMessages messages;
    private final boolean all;
    private final Topology whole;
    private final Topology shown;
    private final Colours colours;
    private final Picture picture;
    private final List<Host> rows;

    TopologyPicture(Topology topology, TopologyQuery query, Shell shell) {
        this.query = query;
        this.messages = Texts.of(TopologyMessages.class, shell.language());
        this.all = shell.showsTenants();
        this.whole = topology;
        this.shown = focused(topology, query.leaf());
        this.colours = query.colour().isEmpty() ? Colours.NONE : Colours.of(whole.hosts(), this::group);
        this.picture = Drawing.draw(
                shown,
                new Drawing.Look(colours, this::group, query.isSearching(), this::isFound, this::title, this::note));
        this.rows = shown.hosts().stream()
                .filter(host -> !query.isSearching() || isFound(host))
                .toList();
    }

    private static Topology focused(Topology topology, String leaf) {
        if (leaf.isEmpty()) {
            return topology;
        }
        List<Trunk> trunks = topology.trunks().stream()
                .filter(trunk -> trunk.from().equals(leaf) || trunk.to().equals(leaf))
                .toList();
        Set<String> beside = trunks.stream()
                .map(trunk -> trunk.from().equals(leaf) ? trunk.to() : trunk.from())
                .collect(Collectors.toSet());
        return new Topology(
                topology.switches().stream()
                        .filter(one -> one.guid().equals(leaf) || (beside.contains(one.guid()) && !one.isLeaf()))
                        .toList(),
                topology.hosts().stream()
                        .filter(host -> host.switchGuid().equals(leaf))
                        .toList(),
                trunks);
    }

    private String group(Host host) {
        if (query.colour().isEmpty() || host.registered() == null) {
            return "";
        }
        if (query.colour().equals("partition")) {
            Set<String> keys = host.registered().partitions();
            if (!query.pkey().isEmpty()) {
                return keys.contains(query.pkey()) ? query.pkey() : "";
            }
            return several(
                    new TreeSet<>(keys), keys.isEmpty() ? "" : keys.iterator().next());
        }
        List<String> names = host.registered().tenants();
        if (!all) {
            return messages.own();
        }
        return several(new TreeSet<>(names), names.isEmpty() ? "" : names.get(0));
    }

    private String several(Set<String> names, String only) {
        return names.size() > 1 ? messages.several() : only;
    }

    private boolean isFound(Host host) {
        return hasText(host) && (query.pkey().isEmpty() || keys(host).contains(query.pkey()));
    }

    private static Set<String> keys(Host host) {
        return host.registered() == null ? Set.of() : host.registered().partitions();
    }

    private boolean hasText(Host host) {
        String needle = query.needle();
        return host.name().toLowerCase(Locale.ROOT).contains(needle)
                || host.guid().contains(needle)
                || host.switchName().toLowerCase(Locale.ROOT).contains(needle);
    }

    private String title(Host host) {
        String name = host.name();
        return name + " · " + host.cable().rate() + (host.cable().slow() ? " · " + messages.slow() : "")
                + belongs(host);
    }

    /** All of them, where the colour can only say that they are several. */
    private String belongs(Host host) {
        if (query.colour().isEmpty() || host.registered() == null) {
            return "";
        }
        Collection<String> names = query.colour().equals("partition")
                ? new TreeSet<>(keys(host))
                : all ? host.registered().tenants() : List.of(messages.own());
        return names.isEmpty() ? "" : " · " + String.join(", ", names);
    }

    private String note(SwitchNode one) {
        String up = one.uplinks() == 0 ? "" : one.isLeaf() ? " ↑" + one.uplinks() : " ↓" + one.uplinks();
        String hosts = one.isLeaf() ? messages.hosts_short(one.hosts()) : "";
        return (hosts + up + (one.slow() > 0 ? " ! " + one.slow() : "")).strip();
    }

    public Picture drawing() {
        return picture;
    }

    public int shownWidth() {
        return picture.width() * query.zoom();
    }

    public int shownHeight() {
        return Math.max(1, picture.height()) * query.zoom();
    }

    public List<Colours.Group> groups() {
        return colours.groups();
    }

    public Topology whole() {
        return whole;
    }

    public List<SwitchNode> switches() {
        return shown.switches();
    }

    /** Name of the switch that is looked at alone. */
    public String leafName() {
        return shown.switches().stream()
                .filter(one -> one.guid().equals(query.leaf()))
                .map(SwitchNode::name)
                .findFirst()
                .orElse(query.leaf());
    }

    public int found() {
        return rows.size();
    }

    public List<Host> rows() {
        int from = Math.min((query.page() - 1) * ROWS, rows.size());
        return rows.subList(from, Math.min(from + ROWS, rows.size()));
    }

    public boolean hasNext() {
        return query.page() * ROWS < rows.size();
    }

    public String nextHref() {
        return query.pageHref(query.page() + 1);
    }

    public String previousHref() {
        return query.pageHref(query.page() - 1);
    }
}
