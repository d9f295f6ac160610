package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.NodeStatus;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.daemon.host.simulated.MemoryFiles;
import dev.ibportal.daemon.host.simulated.SimulatedHost;
import dev.ibportal.daemon.host.simulated.SimulatedPort;
import dev.ibportal.daemon.inventory.Backend;
import dev.ibportal.daemon.ipoib.Settling;
import dev.ibportal.types.Guid;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.PKey;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** A simulated host with a reconciler on it, and the words to speak to them. */
final class Bench {
    static final Guid PORT_0 = Guid.parse("0x506b4b0300d1a2b2");
    static final Guid PORT_1 = Guid.parse("0x506b4b0300d1a2b3");
    /** A site's own netplan file, which says nothing of InfiniBand. */
    static final String SITE = "network:\n  version: 2\n  ethernets:\n    eth0:\n      dhcp4: true\n";

    static final HostReconciler.Options QUICK = new HostReconciler.Options(
            new Settling(2, Duration.ofMillis(1)), Duration.ofSeconds(15), dev.ibportal.daemon.ipoib.WayOut.NONE);

    final MovingClock clock = new MovingClock();
    final MemoryFiles files = new MemoryFiles();
    final MemoryFiles state = new MemoryFiles();
    final SimulatedPort port0 = new SimulatedPort(PORT_0);
    final SimulatedPort port1 = new SimulatedPort(PORT_1);
    final SimulatedHost host;
    HostReconciler reconciler;
    private long generation;

    private Bench(UnaryOperator<SimulatedHost.Builder> setup) throws IOException {
        host = setup.apply(SimulatedHost.named("node1").files(files).clock(clock))
                .port(port0)
                .port(port1)
                .build();
        reconciler = HostReconciler.open(host.host(), state, QUICK);
        host.byHand("ip", "link", "set", "dev", "ib0", "up");
        host.byHand("ip", "link", "set", "dev", "ib1", "up");
    }

    static Bench ifupdown() throws IOException {
        return ifupdown(builder -> builder);
    }

    static Bench ifupdown(UnaryOperator<SimulatedHost.Builder> setup) throws IOException {
        Bench bench = new Bench(setup);
        bench.files.write(
                "/etc/network/interfaces",
                "source /etc/network/interfaces.d/*\n\nauto lo\niface lo inet loopback\n",
                FileMode.WORLD_READABLE);
        return bench;
    }

    static Bench networkManager() throws IOException {
        Bench bench = new Bench(SimulatedHost.Builder::networkManager);
        bench.files.makeDirectory("/etc/NetworkManager/system-connections");
        return bench;
    }

    static Bench bare() throws IOException {
        return new Bench(builder -> builder);
    }

    /** A host on which this back-end keeps the network. */
    static Bench keptBy(Backend.Kind kind) throws IOException {
        return switch (kind) {
            case IFUPDOWN -> ifupdown();
            case NETWORK_MANAGER -> networkManager();
            case IFCFG -> bare().with("/etc/sysconfig/network-scripts/ifcfg-eth0", "DEVICE=eth0\nONBOOT=yes\n");
            case IFCFG_NETWORK_MANAGER ->
                networkManager().with("/etc/sysconfig/network-scripts/ifcfg-ib0", "DEVICE=ib0\nTYPE=InfiniBand\n");
            case NETWORKD -> networkd(252);
            case NETPLAN_NETWORKD -> networkd(255).with("/etc/netplan/10-site.yaml", SITE);
            case NETPLAN_NETWORK_MANAGER ->
                networkManager().with("/etc/netplan/10-site.yaml", "network:\n  renderer: NetworkManager\n");
            case WICKED -> bare().with("/etc/sysconfig/network/ifcfg-eth0", "STARTMODE='auto'\n");
            case BOOT_UNIT -> bare().with("/run/systemd/system/exists", "");
        };
    }

    static Bench networkd(int version) throws IOException {
        return new Bench(builder -> builder.networkd(version));
    }

    Bench with(String path, String content) throws IOException {
        files.write(path, content, FileMode.WORLD_READABLE);
        return this;
    }

    /** What the fabric does when these partitions are effective on a port, full membership. */
    Bench effective(SimulatedPort port, String... pkeys) {
        return effective(port, IbMtu.MTU_2048, pkeys);
    }

    Bench effective(SimulatedPort port, IbMtu groupMtu, String... pkeys) {
        joinable(port, groupMtu, pkeys);
        return this;
    }

    static void joinable(SimulatedPort port, IbMtu groupMtu, String... pkeys) {
        List<Integer> table = new ArrayList<>(List.of(0xffff));
        Map<PKey, IbMtu> groups = new TreeMap<>(Map.of(PKey.DEFAULT, IbMtu.MTU_2048));
        Arrays.stream(pkeys).map(PKey::parse).forEach(pkey -> {
            table.add(pkey.full());
            groups.put(pkey, groupMtu);
        });
        port.update(now -> now.active(5, 1).withPkeys(table).withGroups(groups));
    }

    void restart() throws IOException {
        reconciler = HostReconciler.open(host.host(), state, QUICK);
    }

    /** Accepts these items as the next generation and runs one pass. */
    NodeStatus apply(InterfaceItem.Builder... items) {
        accept(items);
        return pass();
    }

    void accept(InterfaceItem.Builder... items) {
        assertThat(reconciler.accept(spec(items))).isEmpty();
    }

    NodeSpec spec(InterfaceItem.Builder... items) {
        NodeSpec.Builder spec = NodeSpec.newBuilder().setGeneration(++generation);
        Arrays.stream(items).forEach(spec::addInterfaces);
        return spec.build();
    }

    NodeStatus pass() {
        return reconciler.reconcile().orElseThrow();
    }

    static InterfaceStatus only(NodeStatus status) {
        assertThat(status.getInterfacesList()).hasSize(1);
        return status.getInterfaces(0);
    }

    /** Everything on the host that a person could see: files, interfaces, addresses, modules. */
    String picture() {
        StringBuilder picture = new StringBuilder();
        new TreeMap<>(files.all())
                .forEach((path, entry) -> picture.append(path)
                        .append(' ')
                        .append(entry.mode())
                        .append('\n')
                        .append(entry.content()));
        return picture.append(live()).toString();
    }

    /** The part of the picture that a reboot would take away. */
    String live() {
        return interfaces("ip", "-j", "-d", "link")
                + interfaces("ip", "-j", "addr")
                + host.byHand("ip", "-j", "-4", "route").stdout()
                + host.byHand("ip", "-j", "-6", "route").stdout()
                + host.byHand("ip", "-j", "-4", "rule").stdout()
                + host.byHand("ip", "-j", "-6", "rule").stdout()
                + host.byHand("sysctl", "net/ipv4/neigh/default/gc_thresh3").stdout()
                + host.host().sysfs().list("module");
    }

    /** One line each, by name, without index and queue pair number: the kernel draws new ones when one is made again. */
    private String interfaces(String... argv) {
        String json = host.byHand(argv)
                .stdout()
                .replaceAll("\"ifindex\":[0-9]+,", "")
                .replaceAll("\"address\":\"([0-9a-f]{2}):[0-9a-f:]{8}:fe:80", "\"address\":\"$1:fe:80");
        try {
            Map<String, String> byName = new TreeMap<>();
            Json.parse(json).forEach(node -> byName.put(node.path("ifname").asText(), Json.line(node)));
            return String.join("\n", byName.values()) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
