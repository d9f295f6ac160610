package dev.ibportal.portal.topology.core;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fabric as discovery saw it.
 *
 * @param switches those that hosts hang on first, each kind by name
 * @param hosts every port of a host that leads somewhere and is the reader's to know, by switch and port
 * @param trunks cables between switches, those of one pair together
 */
public record Topology(List<SwitchNode> switches, List<Host> hosts, List<Trunk> trunks) {
    public Topology {
        switches = List.copyOf(switches);
        hosts = List.copyOf(hosts);
        trunks = List.copyOf(trunks);
    }

    /**
     * @param hosts how many ports of hosts hang on it, as far as the reader may know; 0: it joins other switches only
     * @param uplinks cables to other switches
     * @param slow cables of any kind at it that are slower than most
     */
    public record SwitchNode(String guid, String name, int hosts, int uplinks, int slow) {
        public boolean isLeaf() {
            return hosts > 0;
        }
    }

    /**
     * @param guid of the port
     * @param registered null: the portal does not know the port
     * @param switchGuid empty: it hangs on another host
     */
    public record Host(
            String guid,
            String name,
            @Nullable Registered registered,
            String switchGuid,
            String switchName,
            int switchPort,
            Cable cable) {}

    /**
     * @param gigabits 0: not known
     * @param couldBe what both ends could do beyond that; null: not known, empty: nothing
     * @param slow whether most others of its kind are faster
     */
    public record Cable(
            String rate, double gigabits, @Nullable String couldBe, boolean slow) {}

    /** Cables between two switches, named by GUID. */
    public record Trunk(String from, String to, int cables, int slow) {}

    public int slowCables() {
        return (int) hosts.stream().filter(host -> host.cable().slow()).count()
                + trunks.stream().mapToInt(Trunk::slow).sum();
    }
}
