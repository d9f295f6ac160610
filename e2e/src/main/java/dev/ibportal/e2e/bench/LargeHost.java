package dev.ibportal.e2e.bench;

import dev.ibportal.types.Guid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a daemon sees of a host with many adapters, as files: sysfs, a root, and commands that print what was written
 * down beforehand. Each command leaves a line in a log, so that they can be counted.
 */
final class LargeHost {
    static final int ADAPTERS = 8;
    static final int CHILDREN_OF_EACH = 4;
    static final int MTU = 2044;
    private static final int TABLE = 128;
    private static final int FULL = 0x8000;
    private static final int FIRST_BUS = 0x3b;

    private final Path home;

    private LargeHost(Path home) {
        this.home = home;
    }

    static LargeHost in(Path home) throws IOException {
        LargeHost host = new LargeHost(home);
        for (int adapter = 0; adapter < ADAPTERS; adapter++) {
            host.adapter(adapter);
        }
        for (String module : List.of("ib_ipoib", "ib_core", "ib_umad", "mlx5_core", "mlx5_ib")) {
            write(host.sys().resolve("module/" + module + "/srcversion"), "533BB7E5866E52F63B9ACCB");
        }
        write(host.root().resolve("etc/network/interfaces"), "source /etc/network/interfaces.d/*");
        Files.createDirectories(host.root().resolve("etc/network/interfaces.d"));
        host.commands();
        return host;
    }

    /** For the daemon's configuration. */
    Map<String, String> settings() {
        return Map.of(
                "host.root", root().toString(),
                "sysfs.root", sys().toString(),
                "command.path", home.resolve("bin").toString());
    }

    /** What was started so far, one command line each. */
    List<String> commandsRun() throws IOException {
        return Files.exists(log()) ? Files.readAllLines(log()) : List.of();
    }

    static Guid guid(int adapter) {
        return Guid.parse(String.format(Locale.ROOT, "0x506b4b0300d1a2%02x", 0xb0 + adapter));
    }

    static int pkey(int child) {
        return FULL + 1 + child;
    }

    static String address(int adapter, int child) {
        return "10." + (10 + adapter) + "." + child + ".1";
    }

    private Path root() {
        return home.resolve("root");
    }

    private Path sys() {
        return home.resolve("sys");
    }

    private Path log() {
        return home.resolve("commands.log");
    }

    private void commands() throws IOException {
        Path bin = Files.createDirectories(home.resolve("bin"));
        List<String> netdevs = new ArrayList<>();
        for (int adapter = 0; adapter < ADAPTERS; adapter++) {
            netdevs.add(netdev(adapter, "ib" + adapter, "", 0xffff, ""));
            for (int child = 0; child < CHILDREN_OF_EACH; child++) {
                String name = name(adapter, child);
                String address = String.format(
                        Locale.ROOT,
                        "{\"family\":\"inet\",\"local\":\"%s\",\"prefixlen\":24,\"scope\":\"global\"}",
                        address(adapter, child));
                netdevs.add(netdev(adapter, name, "\"link\":\"ib" + adapter + "\",", pkey(child), address));
            }
        }
        Path answer = write(home.resolve("ip.json"), array(netdevs));
        program(bin, "ip", "case \"$*\" in *monitor*) exec /bin/sleep 86400;; *) exec /bin/cat " + answer + ";; esac");
        program(bin, "uname", "echo 6.1.0-41-amd64");
        for (String other : List.of("ifup", "ifdown", "ifquery", "modprobe")) {
            program(bin, other, "exit 0");
        }
    }

    private static String name(int adapter, int child) {
        return String.format(Locale.ROOT, "ib%d.%04x", adapter, pkey(child));
    }

    private static String array(List<String> items) {
        return items.stream().collect(Collectors.joining(",\n", "[", "]"));
    }

    /** As {@code ip -j -d addr} shows an IPoIB interface. */
    private static String netdev(int adapter, String name, String parent, int pkey, String address) {
        String guid = bytes(guid(adapter).toString().substring(2));
        return String.format(
                Locale.ROOT,
                "{\"ifindex\":%d,%s\"ifname\":\"%s\",\"flags\":[\"BROADCAST\",\"MULTICAST\",\"UP\",\"LOWER_UP\"],"
                        + "\"mtu\":%d,\"operstate\":\"UP\",\"link_type\":\"infiniband\","
                        + "\"address\":\"00:00:10:86:fe:80:00:00:00:00:00:00:%s\","
                        + "\"broadcast\":\"00:ff:ff:ff:ff:12:40:1b:%02x:%02x:00:00:00:00:00:00:ff:ff:ff:ff\","
                        + "\"linkinfo\":{\"info_kind\":\"ipoib\",\"info_data\":{\"key\":\"%#06x\",\"mode\":\"datagram\","
                        + "\"umcast\":0}},\"addr_info\":[%s]}",
                10 + adapter * 10 + (parent.isEmpty() ? 0 : pkey - FULL),
                parent,
                name,
                MTU,
                guid,
                pkey >> 8,
                pkey & 0xff,
                pkey,
                address);
    }

    private static String bytes(String digits) {
        return digits.replaceAll("(..)(?!$)", "$1:");
    }

    private void program(Path bin, String name, String lines) throws IOException {
        Path file = write(bin.resolve(name), "#!/bin/sh\necho \"" + name + " $*\" >> " + log() + "\n" + lines);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** As the kernel shows it, with a full PKey table. */
    private void adapter(int number) throws IOException {
        Path pci =
                sys().resolve("devices/pci0000:00/" + String.format(Locale.ROOT, "0000:%02x:00.0", FIRST_BUS + number));
        Path device = pci.resolve("infiniband/mlx5_" + number);
        Path port = device.resolve("ports/1");
        String half = guid(number).toString().substring(2).replaceAll("(.{4})(?!$)", "$1:");
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
        for (int i = 0; i < TABLE; i++) {
            int key = i == 0 ? 0xffff : i <= CHILDREN_OF_EACH ? pkey(i - 1) : 0;
            write(port.resolve("pkeys/" + i), String.format(Locale.ROOT, "0x%04x", key));
        }
        link(device.resolve("device"), pci);
        link(sys().resolve("class/infiniband/mlx5_" + number), device);
        Path net = pci.resolve("net/ib" + number);
        write(net.resolve("dev_port"), "0");
        link(net.resolve("device"), pci);
        link(sys().resolve("class/net/ib" + number), net);
    }

    private static Path write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text + "\n");
    }

    private static void link(Path link, Path target) throws IOException {
        Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, target);
    }
}
