package dev.ibportal.daemon.host.simulated;

import dev.ibportal.types.IbMtu;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpFamily;
import dev.ibportal.types.IpMtu;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.PKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An IPoIB interface of the simulated kernel. Its carrier and MTU follow the port, as the real ones do. */
final class SimulatedNetdev {
    private static final int PORT_MAX =
            IpMtu.largest(IpoibMode.DATAGRAM, IbMtu.MTU_4096).bytes();

    volatile String name;
    final int index;
    final SimulatedAdapter adapter;
    final Optional<SimulatedNetdev> parent;
    /** Of a child; a parent has the one at index 0 of the port's table. */
    private final PKey own;

    final List<InterfaceAddress> addresses = new ArrayList<>();
    IpoibMode mode = IpoibMode.DATAGRAM;
    boolean up;
    /** Made by a network manager, which then also takes it away. */
    boolean managed;

    int queueLength = 256;
    int channels = 8;

    private int adminMtu = PORT_MAX;

    SimulatedNetdev(String name, int index, SimulatedAdapter adapter, Optional<SimulatedNetdev> parent, PKey pkey) {
        this.name = name;
        this.index = index;
        this.adapter = adapter;
        this.parent = parent;
        this.own = pkey;
    }

    PKey pkey() {
        List<Integer> table = adapter.port().state().pkeys();
        boolean first = parent.isEmpty() && !table.isEmpty() && (table.get(0) & 0x7fff) != 0;
        return first ? PKey.of(table.get(0)) : own;
    }

    /** Whether the broadcast group is joined. */
    boolean carrier() {
        PortState port = adapter.port().state();
        boolean reachable =
                up && parent.map(p -> p.up).orElse(true) && !port.ethernet() && port.state() == PortState.ACTIVE;
        if (!reachable || parent.isEmpty()) {
            return reachable;
        }
        return (port.pkeys().contains(own.full()) || port.pkeys().contains(own.limited()))
                && port.groups().containsKey(own);
    }

    int mtu() {
        if (mode == IpoibMode.CONNECTED) {
            return adminMtu;
        }
        Optional<IbMtu> group =
                Optional.ofNullable(adapter.port().state().groups().get(pkey()));
        int cap = carrier()
                ? group.map(mtu -> IpMtu.largest(IpoibMode.DATAGRAM, mtu).bytes())
                        .orElse(PORT_MAX)
                : PORT_MAX;
        return Math.min(adminMtu, cap);
    }

    /** Whether the kernel takes it; a value above the group's is taken and then capped. */
    boolean setMtu(int mtu) {
        int max = mode == IpoibMode.CONNECTED ? IpMtu.CONNECTED_MAX : PORT_MAX;
        if (mtu < IpMtu.MIN || mtu > max) {
            return false;
        }
        adminMtu = mtu;
        return true;
    }

    boolean setMode(IpoibMode wanted) {
        if (wanted == IpoibMode.CONNECTED && !adapter.connectedPossible()) {
            return false;
        }
        if (wanted != mode) {
            mode = wanted;
            adminMtu = wanted == IpoibMode.CONNECTED ? IpMtu.CONNECTED_MAX : PORT_MAX;
        }
        return true;
    }

    void setUp(boolean wanted) {
        up = wanted;
        if (!wanted) {
            addresses.removeIf(address -> address.address().family() == IpFamily.IPV6);
        }
    }

    /** The 20 bytes: flags, QP number, GID. */
    String hardwareAddress() {
        return colons(String.format(
                "%02x%06x%s%s",
                adapter.connectedPossible() ? 0x80 : 0,
                0x100 + index,
                "fe80000000000000",
                adapter.port().guid().hex()));
    }

    String broadcast() {
        return colons("00ffffffff12401b" + pkey().hex() + "000000000000ffffffff");
    }

    static String colons(String hex) {
        StringBuilder text = new StringBuilder(hex.length() * 3 / 2);
        for (int i = 0; i < hex.length(); i += 2) {
            text.append(i == 0 ? "" : ":").append(hex, i, i + 2);
        }
        return text.toString();
    }
}
