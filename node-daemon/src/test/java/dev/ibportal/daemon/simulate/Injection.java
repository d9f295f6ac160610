package dev.ibportal.daemon.simulate;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.simulated.PortState;
import dev.ibportal.daemon.host.simulated.SimulatedTroubles;
import dev.ibportal.daemon.simulate.TwoHosts.End;
import dev.ibportal.diagnosis.KnownCause;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Faults that can be put into one of two simulated hosts, or between them, each with the cause that is to be named. */
enum Injection {
    NO_ADAPTER(KnownCause.NO_ADAPTER, (world, end) -> {
        noDevice(end);
        end.host.troubles().lists("bus/pci/devices", List.of());
    }),
    DRIVER_NOT_BOUND(KnownCause.DRIVER_NOT_BOUND, (world, end) -> noDevice(end)),
    DRIVER_REJECTED(KnownCause.DRIVER_REJECTED, (world, end) -> {
        noDevice(end);
        end.host.troubles().logs("[   11.731002] Loading of module with unavailable key is rejected");
    }),
    STACK_MIXED(KnownCause.STACK_MIXED, (world, end) -> {
        noDevice(end);
        end.host.troubles().logs("[   12.004399] mlx5_ib: disagrees about version of symbol mlx5_core_create_mkey");
    }),
    MODULE_MISSING(KnownCause.MODULE_MISSING, (world, end) -> {
        end.host.faults().moduleMissing(true);
        end.run("modprobe", "-r", "ib_ipoib");
    }),
    PORT_ETHERNET(KnownCause.PORT_ETHERNET, (world, end) -> world.fabric.change(() -> end.plugged.ethernet(true))),
    NO_LINK(KnownCause.NO_LINK, (world, end) -> world.fabric.change(() -> end.plugged.link(false))),
    PORT_DISABLED(KnownCause.PORT_DISABLED, (world, end) -> {
        world.fabric.change(() -> end.plugged.link(false));
        end.port.update(state -> in(state, PortState.DOWN, PortState.DISABLED, state.lid()));
    }),
    WRONG_PORT(KnownCause.WRONG_PORT, (world, end) -> {
        world.fabric.change(() -> end.plugged.link(false));
        end.port.update(state -> state.withPkeys(List.of(0xffff)));
        end.spare.update(state -> state.active(9, 1).withPkeys(List.of(0xffff, 0x8005)));
    }),
    NO_SUBNET_MANAGER(KnownCause.NO_SUBNET_MANAGER, (world, end) -> {
        world.manager.die();
        world.fabric.change(() -> end.plugged.link(false));
        world.fabric.change(() -> end.plugged.link(true));
    }),
    PORT_ARMED(KnownCause.PORT_ARMED, (world, end) -> {
        end.port.update(state -> in(state, PortState.ARMED, PortState.LINK_UP, state.lid()));
        end.memory.seconds("mlx5_0 port 1", "ARMED", Instant.now().minusSeconds(90));
    }),
    KEY_NOT_IN_TABLE(KnownCause.KEY_NOT_IN_TABLE, (world, end) -> {
        End other = end == world.a ? world.b : world.a;
        world.reprogram(true, MembershipType.FULL, other);
    }),
    KEY_WITHHELD(KnownCause.KEY_NOT_IN_TABLE, (world, end) -> end.port.withhold(TwoHosts.PKEY)),
    BOTH_LIMITED(
            KnownCause.BOTH_LIMITED, (world, end) -> world.reprogram(true, MembershipType.LIMITED, world.a, world.b)),
    WRONG_GUID(KnownCause.WRONG_GUID, (world, end) -> {
        end.host.troubles().shows("class/infiniband/mlx5_0/node_guid", "506b:4b03:00d1:eeee");
        KEY_NOT_IN_TABLE.into(world, end);
        world.programmed = "0x506b4b0300d1eeee";
    }),
    NO_GROUP(KnownCause.NO_GROUP, (world, end) -> {
        world.reprogram(false, MembershipType.FULL, world.a, world.b);
        end.host
                .troubles()
                .logs("[  850.402218] ib0.8005: multicast join failed for"
                        + " ff12:401b:8005:0000:0000:0000:ffff:ffff, status -22");
    }),
    GROUP_UNSUITABLE(KnownCause.GROUP_UNSUITABLE, (world, end) -> {
        unjoin(end);
        end.host.troubles().shows("class/infiniband/mlx5_0/ports/1/rate", "2.5 Gb/sec (1X SDR)");
    }),
    SUBNET_MANAGER_SILENT(KnownCause.SUBNET_MANAGER_SILENT, (world, end) -> {
        world.manager.die();
        unjoin(end);
    }),
    JOIN_FAILED(KnownCause.JOIN_FAILED, (world, end) -> unjoin(end)),
    CHILD_TWICE(
            KnownCause.CHILD_TWICE,
            (world, end) ->
                    end.run("ip", "link", "add", "link", "ib0", "name", "again", "type", "ipoib", "pkey", "0x8005")),
    PARENT_DOWN(KnownCause.PARENT_DOWN, (world, end) -> end.run("ip", "link", "set", "dev", "ib0", "down")),
    INTERFACE_DOWN(
            KnownCause.INTERFACE_DOWN, (world, end) -> end.run("ip", "link", "set", "dev", TwoHosts.CHILD, "down")),
    INTERFACE_MISSING(
            KnownCause.INTERFACE_MISSING, (world, end) -> end.run("ip", "link", "delete", "dev", TwoHosts.CHILD)),
    LABEL_DENIED(KnownCause.LABEL_DENIED, (world, end) -> {
        end.run("ip", "link", "delete", "dev", TwoHosts.CHILD);
        end.host
                .troubles()
                .logs(
                        "[ 77.1] audit: type=1400 avc:  denied  { read } for comm=\"NetworkManager\" name=\"ib0.nmconnection\"");
    }),
    MTU_DIFFERS(
            KnownCause.MTU_DIFFERS,
            (world, end) -> world.b.run("ip", "link", "set", "dev", TwoHosts.CHILD, "mtu", "1500")),
    FULL_SIZE_LOST(
            KnownCause.FULL_SIZE_LOST, (world, end) -> end.host.troubles().losesAbove(1044)),
    MODES_DIFFER(KnownCause.MODES_DIFFER, (world, end) -> {
        world.a.run("ip", "link", "set", "dev", TwoHosts.CHILD, "type", "ipoib", "mode", "connected");
        world.modeWanted = Optional.empty();
    }),
    CONNECTED_IMPOSSIBLE(KnownCause.CONNECTED_IMPOSSIBLE, (world, end) -> world.modeWanted = Optional.of("connected")),
    WRONG_SUBNET(KnownCause.WRONG_SUBNET, (world, end) -> {
        end.run("ip", "addr", "del", end.address + "/24", "dev", TwoHosts.CHILD);
        end.run("ip", "addr", "add", end.address + "/32", "dev", TwoHosts.CHILD);
    }),
    ADDRESS_MISSING(
            KnownCause.ADDRESS_MISSING,
            (world, end) -> end.run("ip", "addr", "del", end.address + "/24", "dev", TwoHosts.CHILD)),
    DUPLICATE_ADDRESS(
            KnownCause.DUPLICATE_ADDRESS,
            (world, end) -> end.host.troubles().stranger(end.address, "00000333fe80000000000000506b4b030077aaaa")),
    STRANGER_ANSWERS(
            KnownCause.DUPLICATE_ADDRESS,
            (world, end) -> world.a.host.troubles().remembers("10.5.0.2", "00000333fe80000000000000506b4b030077aaaa")),
    TWO_IN_SUBNET(KnownCause.TWO_IN_SUBNET, (world, end) -> {
        end.run("ip", "addr", "add", "10.5.0.9/24", "dev", "ib0");
        end.run("sysctl", "-w", "net/ipv4/conf/all/rp_filter=1");
        end.host.troubles().losesPackets();
    }),
    NEIGHBOUR_STALE(
            KnownCause.NEIGHBOUR_STALE,
            (world, end) -> world.a.host.troubles().remembers("10.5.0.2", "00000999fe80000000000000a000000000000002")),
    PATH_FAILS(KnownCause.PATH_FAILS, (world, end) -> {
        String peer = end == world.a ? "a000:0:0:2" : "a000:0:0:1";
        end.host
                .troubles()
                .shows("kernel/debug/ipoib/ib0.8005_path", "GID: fe80:0:0:0:" + peer + "\n  complete:    no\n");
        end.host.troubles().losesPackets();
    }),
    FIREWALL(KnownCause.FIREWALL, (world, end) -> end.host.troubles().filters(Rules.DROP)),
    ECHO_IGNORED(KnownCause.ECHO_IGNORED, (world, end) -> {
        world.b.host.troubles().ignoresEcho();
        world.b.run("sysctl", "-w", "net/ipv4/icmp_echo_ignore_all=1");
    }),
    ROUTED_AWAY(KnownCause.ROUTED_AWAY, (world, end) -> {
        end.run("ip", "addr", "add", "10.9.0.1/24", "dev", "ib0");
        end.run("ip", "-4", "route", "add", "10.5.0.0/24", "dev", "ib0", "table", "77");
        end.run("ip", "-4", "rule", "add", "from", "0.0.0.0/0", "table", "77", "priority", "100");
        end.host.troubles().losesPackets();
    }),
    TRANSMIT_STUCK(KnownCause.TRANSMIT_STUCK, (world, end) -> {
        end.host.troubles().logs("[ 3310.204411] ib0: transmit timeout: latency 2040 msecs");
        end.host.troubles().losesPackets();
    }),
    FIRMWARE_OLD(KnownCause.FIRMWARE_OLD, (world, end) -> {
        unjoin(end);
        end.host
                .troubles()
                .logs(
                        "[   14.882100] mlx5_core 0000:3b:00.0: mlx5i_check_required_hca_cap:725:(pid 911): IPoIB enhanced"
                                + " offloads are not supported");
    }),
    BOND_MODE(KnownCause.BOND_MODE, (world, end) -> {
        SimulatedTroubles troubles = end.host.troubles();
        troubles.leads("class/net/ib0.8005/master", "devices/virtual/net/bond0");
        troubles.shows("class/net/bond0/bonding/mode", "balance-rr 0");
        troubles.losesPackets();
    }),
    NO_WAY(KnownCause.NO_WAY, (world, end) -> {
        end.host.program("smpquery", Injection::unreachable);
        end.host.troubles().losesPackets();
    }),
    PEER_GONE(KnownCause.PEER_GONE, (world, end) -> {
        world.fabric.change(() -> world.b.plugged.link(false));
        world.bAnswers = false;
    }),
    VIRTUAL_PORT(
            KnownCause.VIRTUAL_PORT,
            (world, end) -> end.port.update(state -> in(state, PortState.DOWN, PortState.LINK_UP, 0xffff)));

    /** The older adapters that have connected mode. */
    private static final Set<Injection> NEEDS_CONNECTED = Set.of(MODES_DIFFER);

    private final KnownCause cause;
    private final Deed deed;

    private interface Deed {
        void into(TwoHosts world, End end);
    }

    Injection(KnownCause cause, Deed deed) {
        this.cause = cause;
        this.deed = deed;
    }

    KnownCause cause() {
        return cause;
    }

    boolean needsConnected() {
        return NEEDS_CONNECTED.contains(this);
    }

    void into(TwoHosts world, End end) {
        deed.into(world, end);
    }

    private static void noDevice(End end) {
        end.run("modprobe", "-r", "ib_ipoib");
        end.host.troubles().lists("class/infiniband", List.of());
    }

    private static void unjoin(End end) {
        end.port.update(state -> state.withGroups(Map.of(PKey.DEFAULT, IbMtu.MTU_2048)));
    }

    private static PortState in(PortState of, int state, int physical, int lid) {
        return new PortState(of.ethernet(), state, physical, lid, of.smLid(), of.pkeys(), of.groups());
    }

    private static CommandResult unreachable(Command command) {
        return CommandResult.exited(
                command, 255, "smpquery: iberror: failed: operation nodeinfo: node info query failed\n", "");
    }

    /** Listings of the packet filter. */
    static final class Rules {
        static final String DROP = """
                {"nftables": [{"metainfo": {"version": "1.0.6", "json_schema_version": 1}},
                {"table": {"family": "inet", "name": "filter", "handle": 1}},
                {"chain": {"family": "inet", "table": "filter", "name": "input", "handle": 1, "type": "filter",
                  "hook": "input", "prio": 0, "policy": "accept"}},
                {"rule": {"family": "inet", "table": "filter", "chain": "input", "handle": 3, "expr": [
                  {"match": {"op": "==", "left": {"meta": {"key": "iifname"}}, "right": "eth0"}}, {"drop": null}]}},
                {"rule": {"family": "inet", "table": "filter", "chain": "input", "handle": 4, "expr": [
                  {"match": {"op": "==", "left": {"meta": {"key": "iifname"}}, "right": "ib0.8005"}},
                  {"counter": {"packets": 2, "bytes": 168}}, {"drop": null}]}}]}""";

        private Rules() {}
    }
}
