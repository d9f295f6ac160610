package dev.ibportal.portal.topology.core;

import dev.ibportal.agent.v1.ElementKind;
import dev.ibportal.agent.v1.ElementPort;
import dev.ibportal.agent.v1.FabricElement;
import dev.ibportal.agent.v1.FabricLink;
import dev.ibportal.agent.v1.FabricSurvey;
import dev.ibportal.portal.topology.core.Topology.Cable;
import dev.ibportal.portal.topology.core.Topology.Host;
import dev.ibportal.portal.topology.core.Topology.SwitchNode;
import dev.ibportal.portal.topology.core.Topology.Trunk;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes a topology of what a daemon has told. */
public final class Survey {
    private final FabricSurvey seen;
    private final Map<String, Registered> known;
    private final boolean all;
    private final double usualHost;
    private final double usualTrunk;
    private final int[] hostsAt;
    private final int[] uplinksAt;
    private final int[] slowAt;
    private final List<Host> hosts = new ArrayList<>();
    private final Map<String, int[]> trunks = new TreeMap<>();

    private Survey(FabricSurvey seen, Map<String, Registered> known, boolean all) {
        this.seen = seen;
        this.known = known;
        this.all = all;
        this.hostsAt = new int[seen.getElementsCount()];
        this.uplinksAt = new int[seen.getElementsCount()];
        this.slowAt = new int[seen.getElementsCount()];
        this.usualHost = usual(false);
        this.usualTrunk = usual(true);
    }

    /**
     * @param known registered ports that the reader may see, by GUID
     * @param all whether the reader may see the others too; else they are not there, nor counted
     */
    public static Topology read(FabricSurvey seen, Map<String, Registered> known, boolean all) {
        return new Survey(seen, known, all).topology();
    }

    private Topology topology() {
        for (FabricLink link : seen.getLinksList()) {
            link(link);
        }
        hosts.sort(Comparator.comparing(Host::switchName, Names.BY_NUMBER)
                .thenComparing(Host::switchGuid)
                .thenComparingInt(Host::switchPort)
                .thenComparing(Host::guid));
        return new Topology(switches(), hosts, trunkList());
    }

    private boolean isSwitch(int element) {
        return seen.getElements(element).getKind() != ElementKind.ELEMENT_KIND_HOST;
    }

    /** The rate that most cables of a kind have; of two as frequent ones the faster. */
    private double usual(boolean trunk) {
        Map<Double, Integer> counts = new HashMap<>();
        for (FabricLink link : seen.getLinksList()) {
            if ((isSwitch(link.getFrom()) && isSwitch(link.getTo())) == trunk && link.getGigabits() > 0) {
                counts.merge(link.getGigabits(), 1, Integer::sum);
            }
        }
        return counts.entrySet().stream()
                .max(Map.Entry.<Double, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(0.0);
    }

    private void link(FabricLink link) {
        boolean trunk = isSwitch(link.getFrom()) && isSwitch(link.getTo());
        double usual = trunk ? usualTrunk : usualHost;
        boolean slow = link.getGigabits() > 0 && link.getGigabits() < usual;
        Cable cable = new Cable(link.getRate(), link.getGigabits(), link.hasCouldBe() ? link.getCouldBe() : null, slow);
        if (trunk) {
            slowAt[link.getFrom()] += slow ? 1 : 0;
            slowAt[link.getTo()] += slow ? 1 : 0;
            uplinksAt[link.getFrom()]++;
            uplinksAt[link.getTo()]++;
            int[] counts = trunks.computeIfAbsent(pair(link), key -> new int[2]);
            counts[0]++;
            counts[1] += slow ? 1 : 0;
            return;
        }
        if (!isSwitch(link.getFrom())) {
            host(link.getFrom(), link.getFromPort(), link.getTo(), link.getToPort(), cable);
        }
        if (!isSwitch(link.getTo())) {
            host(link.getTo(), link.getToPort(), link.getFrom(), link.getFromPort(), cable);
        }
    }

    private String pair(FabricLink link) {
        String from = seen.getElements(link.getFrom()).getNodeGuid();
        String to = seen.getElements(link.getTo()).getNodeGuid();
        return from.compareTo(to) < 0 ? from + " " + to : to + " " + from;
    }

    private void host(int element, int port, int other, int otherPort, Cable cable) {
        FabricElement host = seen.getElements(element);
        FabricElement far = seen.getElements(other);
        boolean onSwitch = isSwitch(other);
        String guid = host.getPortsList().stream()
                .filter(own -> own.getNumber() == port)
                .map(ElementPort::getGuid)
                .findFirst()
                .orElse("");
        Registered registered = known.get(guid);
        if (!all && registered == null) {
            // How many hosts others have, and where, is nobody else's to know.
            return;
        }
        if (onSwitch) {
            hostsAt[other]++;
            slowAt[other] += cable.slow() ? 1 : 0;
        }
        slowAt[element] += cable.slow() ? 1 : 0;
        hosts.add(new Host(
                guid,
                registered != null ? registered.name() : host.getName(),
                registered,
                onSwitch ? far.getNodeGuid() : "",
                onSwitch ? far.getName() : "",
                otherPort,
                cable));
    }

    private List<SwitchNode> switches() {
        List<SwitchNode> switches = new ArrayList<>();
        for (int i = 0; i < seen.getElementsCount(); i++) {
            if (isSwitch(i)) {
                FabricElement one = seen.getElements(i);
                switches.add(new SwitchNode(one.getNodeGuid(), one.getName(), hostsAt[i], uplinksAt[i], slowAt[i]));
            }
        }
        switches.sort(Comparator.comparing((SwitchNode one) -> !one.isLeaf())
                .thenComparing(SwitchNode::name, Names.BY_NUMBER)
                .thenComparing(SwitchNode::guid));
        return switches;
    }

    private List<Trunk> trunkList() {
        return trunks.entrySet().stream()
                .map(each -> new Trunk(
                        each.getKey().split(" ")[0],
                        each.getKey().split(" ")[1],
                        each.getValue()[0],
                        each.getValue()[1]))
                .toList();
    }
}
