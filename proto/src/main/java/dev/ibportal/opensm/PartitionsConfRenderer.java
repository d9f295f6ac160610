package dev.ibportal.opensm;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Writes partitions.conf. Nothing that a person typed gets into it: names are made from the PKey, one port stands on
 * each line so that none gets too long, and every attribute is written out instead of left to OpenSM's defaults.
 */
public final class PartitionsConfRenderer {
    private static final String HEAD = """
            # Written by ibportal. Edits made here are lost with the next change.
            """;

    private PartitionsConfRenderer() {}

    /** Whether a file is one of ours, whatever came of it since. */
    public static boolean wrote(String text) {
        return text.startsWith(HEAD);
    }

    /** The file's content: ASCII, LF. Equal models give equal text. */
    public static String render(PartitionsConf conf) {
        StringBuilder text = new StringBuilder(HEAD);
        DefaultRule all = conf.defaultRule();
        header(text, "Default", "0x7fff", all.group(), 0, false);
        text.append("ALL=").append(all.everyPort().text()).append(",\nSELF=full;\n");
        for (PartitionRule rule : conf.partitions()) {
            rule(text, rule, false);
            rule(text, rule, true);
        }
        return text.toString();
    }

    /** Index 0 is asked for by rule, not by port: its ports get a second rule, which OpenSM merges with the first. */
    private static void rule(StringBuilder text, PartitionRule rule, boolean index0) {
        List<PortMember> members = rule.members().stream()
                .filter(member -> member.index0() == index0)
                .toList();
        if (members.isEmpty()) {
            return;
        }
        String name = "t" + rule.pkey().hex() + (index0 ? "-index0" : "");
        header(text, name, String.format("0x%04x", rule.pkey().base()), rule.group(), rule.serviceLevel(), index0);
        for (Iterator<PortMember> each = members.iterator(); each.hasNext(); ) {
            PortMember member = each.next();
            text.append(member.port()).append('=').append(member.membership().text());
            text.append(each.hasNext() ? ",\n" : ";\n");
        }
    }

    private static void header(
            StringBuilder text, String name, String pkey, Optional<BroadcastGroup> group, int sl, boolean index0) {
        text.append('\n').append(name).append('=').append(pkey);
        group.ifPresent(of -> text.append(",ipoib,mtu=")
                .append(of.mtu().code())
                .append(",rate=")
                .append(of.rateCode()));
        text.append(",sl=").append(sl).append(index0 ? ",indx0:\n" : ":\n");
    }
}
