package dev.ibportal.daemon.ipoib.persist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.inventory.Backend.Kind;
import dev.ibportal.testing.RequiresTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A simulated reboot: only the files are left, and the network service itself, or the shell where that is what reads
 * them, tells what interface it makes of them. It must be the wanted one, the same on every back-end. Nothing is
 * configured on this machine.
 */
class RealParsersTest {
    @TempDir
    private Path temp;

    static Stream<String> profiles() {
        return Profiles.all().stream();
    }

    /** A host that was switched off after the profile was applied; nothing for a profile that the back-end refuses. */
    private boolean isRefused(String name, Kind kind) {
        return Profiles.refusal(kind, Profiles.named(name)).isPresent();
    }

    private HostTree host(Kind kind, String name) throws IOException {
        HostTree host = new HostTree(temp);
        for (KeptFile file : Profiles.files(kind, Profiles.named(name))) {
            host.put(file);
        }
        return host;
    }

    @ParameterizedTest
    @MethodSource("profiles")
    @RequiresTools("nmcli")
    void networkManager(String name) throws Exception {
        HostTree host = host(Kind.NETWORK_MANAGER, name);
        Path keyfile = host.files(KeyfileWriter.DIRECTORY).get(0);

        same(Kind.NETWORK_MANAGER, name, KeyfileReader.read(host, keyfile));
    }

    @ParameterizedTest
    @MethodSource("profiles")
    @RequiresTools({"nmcli", "netplan"})
    void netplanForNetworkManager(String name) throws Exception {
        HostTree host = host(Kind.NETPLAN_NETWORK_MANAGER, name);
        host.put(new KeptFile(
                "/etc/netplan/10-site.yaml",
                "network:\n  version: 2\n  renderer: NetworkManager\n",
                FileMode.OWNER_ONLY));

        host.run(NetplanTool.generator(), "--root-dir", host.root().toString());

        NmProfile profile = Writer.of(Kind.NETPLAN_NETWORK_MANAGER)
                .nmProfile(Profiles.named(name))
                .orElseThrow();
        Path keyfile = host.root().resolve(profile.path().substring(1));
        assertThat(Files.readString(keyfile)).contains("uuid=" + profile.uuid());
        same(Kind.NETPLAN_NETWORK_MANAGER, name, KeyfileReader.read(host, keyfile));
    }

    @ParameterizedTest
    @MethodSource("profiles")
    @RequiresTools(
            value = {"networkctl", "unshare", "strace", "ip"},
            root = true)
    void networkd(String name) throws Exception {
        same(Kind.NETWORKD, name, NetworkdReader.read(host(Kind.NETWORKD, name), Profiles.named(name)));
    }

    @ParameterizedTest
    @MethodSource("profiles")
    @RequiresTools(
            value = {"netplan", "networkctl", "unshare", "strace", "ip"},
            root = true)
    void netplanForNetworkd(String name) throws Exception {
        HostTree host = host(Kind.NETPLAN_NETWORKD, name);
        host.put(new KeptFile(
                "/etc/netplan/10-site.yaml",
                "network:\n  version: 2\n  ethernets:\n    ib0:\n      dhcp4: false\n      link-local: []\n",
                FileMode.OWNER_ONLY));

        host.run(NetplanTool.generator(), "--root-dir", host.root().toString());

        same(Kind.NETPLAN_NETWORKD, name, NetworkdReader.read(host, Profiles.named(name)));
    }

    @ParameterizedTest
    @MethodSource("profiles")
    @RequiresTools({"ifquery", "ifup"})
    void ifupdown(String name) throws Exception {
        HostTree host = host(Kind.IFUPDOWN, name);
        Profile profile = Profiles.named(name);
        host.put(new KeptFile(
                "/etc/network/interfaces",
                "source " + host.root() + "/etc/network/interfaces.d/*\n",
                FileMode.WORLD_READABLE));
        String file = host.root().resolve("etc/network/interfaces").toString();

        assertThat(host.run("ifquery", "-i", file, "--list", "-a").lines())
                .contains(profile.name().text());
        IpWords words = new IpWords(profile.name().text());
        host.run("ifup", "-v", "-i", file, "--state-dir", host.out().toString(), "--no-act", "--force", "-a");
        Files.readAllLines(host.out().resolve("errors")).forEach(words::line);
        List<String> query =
                host.run("ifquery", "-i", file, profile.name().text()).lines().toList();
        words.names(values(query, "dns-nameservers: "), values(query, "dns-search: "));

        same(Kind.IFUPDOWN, name, words.made());
    }

    private static List<String> values(List<String> lines, String key) {
        return lines.stream()
                .filter(line -> line.startsWith(key))
                .flatMap(line -> Stream.of(line.substring(key.length()).split(" ")))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("profiles")
    @RequiresTools({"env", "sh"})
    void ifcfg(String name) throws Exception {
        for (Kind kind : List.of(Kind.IFCFG, Kind.IFCFG_NETWORK_MANAGER)) {
            same(kind, name, ShellReader.read(host(kind, name), Profiles.named(name), kind));
            for (Path file : new HostTree(temp).files(IfcfgWriter.DIRECTORY)) {
                Files.delete(file);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("profiles")
    @RequiresTools({"env", "sh"})
    void wicked(String name) throws Exception {
        if (!isRefused(name, Kind.WICKED)) {
            same(Kind.WICKED, name, ShellReader.read(host(Kind.WICKED, name), Profiles.named(name), Kind.WICKED));
        }
    }

    @ParameterizedTest
    @MethodSource("profiles")
    @RequiresTools(
            value = {"systemd-analyze", "unshare", "setpriv"},
            root = true)
    void bootUnit(String name) throws Exception {
        if (isRefused(name, Kind.BOOT_UNIT)) {
            return;
        }
        HostTree host = host(Kind.BOOT_UNIT, name);
        Profile profile = Profiles.named(name);
        String unit = "ibportal-" + profile.name() + ".service";
        host.run(
                "unshare",
                "--net",
                "--mount",
                "--pid",
                "--fork",
                "--kill-child",
                "--mount-proc",
                "--propagation",
                "private",
                "sh",
                HostTree.script("unit.sh").toString(),
                host.root().toString(),
                host.out().toString());
        String dump = host.output("dump");
        String read = dump.substring(dump.indexOf("-> Unit " + unit + ":"));

        host.run("systemd-analyze", "verify", "--man=no", host.root() + "/etc/systemd/system/" + unit);
        assertThat(host.output("errors"))
                .as("what systemd finds wrong with the unit")
                .isEmpty();
        assertThat(dump).doesNotContain(unit + ":1", "Unknown key", "Unknown section");
        assertThat(read.substring(0, read.indexOf("-> Unit", 8)))
                .contains("WantedBy: multi-user.target", "Requires: sys-subsystem-net-devices-ib0.device");
        IpWords words = new IpWords(profile.name().text());
        read.substring(0, read.indexOf("-> Unit", 8))
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("Command Line: "))
                .map(line -> line.substring("Command Line: ".length()))
                .forEach(words::line);
        same(Kind.BOOT_UNIT, name, words.made());
    }

    private static void same(Kind kind, String name, Made made) throws IOException {
        Profile profile = Profiles.named(name);
        Made wanted = Made.of(profile);
        // networkd cannot set the mode of the port's own interface; a rule for udev does.
        boolean modeByRule = !profile.isChild() && (kind == Kind.NETWORKD || kind == Kind.NETPLAN_NETWORKD);
        BackendTable.record(kind, name, made);
        assertThat(made).isEqualTo(modeByRule ? withoutMode(wanted) : wanted);
    }

    private static Made withoutMode(Made made) {
        return new Made(
                made.name(),
                made.parent(),
                made.pkey(),
                "",
                made.mtu(),
                made.addresses(),
                made.routes(),
                made.rules(),
                made.servers(),
                made.search());
    }
}
