package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.NodeStatus;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.CommandRunner;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.host.linux.LinuxHost;
import dev.ibportal.daemon.host.linux.LinuxHostFiles;
import dev.ibportal.daemon.host.simulated.SimulatedHost;
import dev.ibportal.daemon.host.simulated.SimulatedPort;
import dev.ibportal.types.Guid;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.PKey;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a pass over a large node costs that has nothing to do: 8 adapters with full PKey tables, 32 children, a real tree
 * for sysfs and real child processes that print what {@code ip} prints.
 */
class NoOpCostTest {
    private static final int HCAS = 8;
    private static final int CHILDREN_OF_EACH = 4;
    private static final int WARM_UP = 400;
    private static final int MEASURED = 50;
    private static final int MOST_PROCESSES = 5;

    @TempDir
    private Path temp;

    private final AtomicInteger processes = new AtomicInteger();

    @Test
    void aPassThatChangesNothingIsCheap() throws IOException {
        HostReconciler reconciler =
                HostReconciler.open(largeHost(), new LinuxHostFiles(temp.resolve("state"), false), Bench.QUICK);
        SpecBuilder spec = new SpecBuilder(1);
        forEachChild((hca, child) -> spec.add(Items.present(
                "if-" + hca + "-" + child, guid(hca), 0x8001 + child, item -> item.setMtu(2044), address(hca, child))));
        assertThat(reconciler.accept(spec.build())).isEmpty();
        for (int i = 0; i < WARM_UP; i++) {
            reconciler.reconcile();
        }
        NodeStatus status = reconciler.reconcile().orElseThrow();
        assertThat(status.getInterfacesList())
                .hasSize(HCAS * CHILDREN_OF_EACH)
                .allMatch(item -> item.getState() == InterfaceState.INTERFACE_STATE_IN_SYNC && !item.getChanged());

        processes.set(0);
        long cpu = cpuNanos();
        long wall = System.nanoTime();
        for (int i = 0; i < MEASURED; i++) {
            reconciler.reconcile();
        }
        double cpuMillis = (cpuNanos() - cpu) / 1e6 / MEASURED;
        double wallMillis = (System.nanoTime() - wall) / 1e6 / MEASURED;

        // Time is told and not asserted: how busy the machine is would decide.
        Files.writeString(
                Path.of("target", "no-op-pass.txt"),
                "no-op pass, %d adapters, %d children: %.1f ms own CPU, %.1f ms, %d child processes%n"
                        .formatted(HCAS, HCAS * CHILDREN_OF_EACH, cpuMillis, wallMillis, processes.get() / MEASURED));
        assertThat(processes.get() / MEASURED).isLessThanOrEqualTo(MOST_PROCESSES);
    }

    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    private interface Each {
        void child(int hca, int child) throws IOException;
    }

    private static void forEachChild(Each each) throws IOException {
        for (int hca = 0; hca < HCAS; hca++) {
            for (int child = 0; child < CHILDREN_OF_EACH; child++) {
                each.child(hca, child);
            }
        }
    }

    private static Guid guid(int hca) {
        return Guid.parse(String.format("0x506b4b0300d1a2%02x", 0xb0 + hca));
    }

    private static String address(int hca, int child) {
        return "10." + (10 + hca) + "." + child + ".1/24";
    }

    private Host largeHost() throws IOException {
        SimulatedHost.Builder model = SimulatedHost.named("large");
        List<Integer> table = new ArrayList<>(List.of(0xffff, 0x8001, 0x8002, 0x8003, 0x8004));
        Map<PKey, IbMtu> groups = new TreeMap<>();
        table.forEach(key -> groups.put(PKey.of(key), IbMtu.MTU_2048));
        for (int hca = 0; hca < HCAS; hca++) {
            SimulatedPort port = new SimulatedPort(guid(hca));
            port.update(now -> now.active(5, 1).withPkeys(table).withGroups(groups));
            model.port(port);
            tree(hca, table);
        }
        SimulatedHost recorded = model.build();
        forEachChild((hca, child) -> {
            String parent = "ib" + hca;
            String name = String.format("%s.%04x", parent, 0x8001 + child);
            recorded.byHand("ip", "link", "set", "dev", parent, "up");
            recorded.byHand(
                    "ip", "link", "add", "link", parent, "name", name, "type", "ipoib", "pkey", "0x800" + (child + 1));
            recorded.byHand("ip", "addr", "add", address(hca, child), "dev", name);
            recorded.byHand("ip", "link", "set", "dev", name, "up");
        });
        Files.writeString(
                temp.resolve("ip.json"),
                recorded.byHand("ip", "-j", "-d", "addr").stdout());
        return counted(open());
    }

    private Host open() throws IOException {
        Path bin = Files.createDirectories(temp.resolve("bin"));
        program(bin, "ip", "exec cat " + temp + "/ip.json");
        program(bin, "uname", "echo 6.1.0-41-amd64");
        Path root = Files.createDirectories(temp.resolve("root"));
        new LinuxHostFiles(root, false)
                .write("/etc/network/interfaces", "source /etc/network/interfaces.d/*\n", FileMode.WORLD_READABLE);
        Files.createDirectories(temp.resolve("state"));
        return LinuxHost.open(
                root, temp.resolve("sys"), bin + ":/usr/bin:/bin", List.of(), Map.of(), Clock.systemUTC());
    }

    private static void program(Path bin, String name, String line) throws IOException {
        Path file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + line + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Host counted(Host host) {
        CommandRunner real = host.commands();
        CommandRunner counting = new CommandRunner() {
            @Override
            public CommandResult run(Command command) {
                processes.incrementAndGet();
                return real.run(command);
            }

            @Override
            public boolean knows(String program) {
                return real.knows(program);
            }
        };
        return new Host(counting, host.sysfs(), host.files(), host.changes(), host.clock());
    }

    /** One adapter as the kernel shows it, with a PKey table of 128 entries. */
    private void tree(int hca, List<Integer> table) throws IOException {
        Path sys = temp.resolve("sys");
        Path pci = sys.resolve("devices/pci0000:00/" + String.format("0000:%02x:00.0", 0x3b + hca));
        Path device = pci.resolve("infiniband/mlx5_" + hca);
        Path port = device.resolve("ports/1");
        String half = guid(hca).toString().substring(2).replaceAll("(.{4})(?!$)", "$1:");
        write(device.resolve("node_guid"), half);
        write(device.resolve("fw_ver"), "20.38.1002");
        write(device.resolve("board_id"), "MT_0000000223");
        write(device.resolve("hca_type"), "MT4123");
        write(device.resolve("node_type"), "1: CA");
        write(port.resolve("gids/0"), "fe80:0000:0000:0000:" + half);
        write(port.resolve("state"), "4: ACTIVE");
        write(port.resolve("phys_state"), "5: LinkUp");
        write(port.resolve("link_layer"), "InfiniBand");
        write(port.resolve("rate"), "200 Gb/sec (4X HDR)");
        write(port.resolve("lid"), "0x2a");
        write(port.resolve("sm_lid"), "0x1");
        for (int i = 0; i < 128; i++) {
            write(port.resolve("pkeys/" + i), String.format("0x%04x", i < table.size() ? table.get(i) : 0));
        }
        link(device.resolve("device"), pci);
        link(sys.resolve("class/infiniband/mlx5_" + hca), device);
        Path net = pci.resolve("net/ib" + hca);
        write(net.resolve("dev_port"), "0");
        link(net.resolve("device"), pci);
        link(sys.resolve("class/net/ib" + hca), net);
        for (String module : Arrays.asList("ib_ipoib", "ib_core", "ib_umad", "mlx5_core", "mlx5_ib")) {
            write(sys.resolve("module/" + module + "/srcversion"), "533BB7E5866E52F63B9ACCB");
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
    }

    private static void link(Path link, Path target) throws IOException {
        Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, target);
    }
}
