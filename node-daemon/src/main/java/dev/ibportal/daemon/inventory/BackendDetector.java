package dev.ibportal.daemon.inventory;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.inventory.Backend.Kind;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Finds out who keeps the network configuration, because two keepers of one interface undo each other's work. The one
 * that generates the others' files wins, then a running NetworkManager, then ifupdown.
 */
public final class BackendDetector {
    static final Command NM_RUNNING = Command.of("nmcli", "-t", "-f", "RUNNING", "general");

    private static final String NETPLAN = "/etc/netplan";
    private static final String NM_PROFILES = "/etc/NetworkManager/system-connections";
    private static final String INTERFACES = "/etc/network/interfaces";
    private static final Pattern NM_RENDERER = Pattern.compile("(?m)^\\s*renderer:\\s*[\"']?NetworkManager[\"']?\\s*$");
    private static final Pattern IPOIB_STANZA = Pattern.compile("(?m)^\\s*iface\\s+ib\\S*\\s");

    private final Host host;

    public BackendDetector(Host host) {
        this.host = host;
    }

    public Backend detect() {
        Reading<Boolean> netplan = netplanRenders();
        Reading<String> interfaces = host.files().read(INTERFACES);
        Reading<List<String>> profiles = host.files().list(NM_PROFILES);
        if (netplan.trouble().or(interfaces::trouble).or(profiles::trouble).isPresent()) {
            return new Backend.Unknown(netplan.trouble()
                    .or(interfaces::trouble)
                    .or(profiles::trouble)
                    .orElseThrow());
        }
        if (netplan.found().orElse(false)) {
            return new Backend.Unsupported("netplan cannot keep IPoIB child interfaces: " + NETPLAN
                    + " configures this host, and it has no way to say a child with a PKey");
        }
        boolean claimedByIfupdown = interfaces
                .found()
                .filter(text -> IPOIB_STANZA.matcher(text).find())
                .isPresent();
        if (!profiles.isMissing() && !claimedByIfupdown) {
            return networkManager(interfaces);
        }
        return interfaces.isMissing() ? others() : new Backend.Supported(Kind.IFUPDOWN);
    }

    /** Whether netplan is in use with anything but NetworkManager, whose profiles can keep a child. */
    private Reading<Boolean> netplanRenders() {
        return host.files().list(NETPLAN).flatMap(names -> {
            for (String name : names.stream().filter(n -> n.endsWith(".yaml")).toList()) {
                Reading<String> text = host.files().read(NETPLAN + "/" + name);
                if (text.found().filter(NM_RENDERER.asPredicate()).isEmpty()) {
                    return text.map(other -> true);
                }
            }
            return Reading.known(false);
        });
    }

    private Backend networkManager(Reading<String> interfaces) {
        CommandResult running = host.commands().run(NM_RUNNING);
        if (running.succeeded() && running.stdout().strip().equals("running")) {
            return new Backend.Supported(Kind.NETWORK_MANAGER);
        }
        if (!interfaces.isMissing()) {
            return new Backend.Supported(Kind.IFUPDOWN);
        }
        Backend other = others();
        return running.timedOut()
                ? new Backend.Unknown(running.describe())
                : other instanceof Backend.Unsupported unsupported
                                && !unsupported.reason().startsWith("no ")
                        ? other
                        : new Backend.Unsupported("NetworkManager keeps profiles here but does not run: "
                                + (running.succeeded()
                                        ? "it says «" + running.stdout().strip() + "»"
                                        : running.describe())
                                + "; start it, or use ifupdown");
    }

    private Backend others() {
        if (has("/etc/systemd/network", name -> name.endsWith(".network") || name.endsWith(".netdev"))) {
            return new Backend.Unsupported(
                    "systemd-networkd configures this host (/etc/systemd/network); this version writes for ifupdown"
                            + " and NetworkManager only");
        }
        if (has("/etc/sysconfig/network", name -> name.startsWith("ifcfg-") && !name.equals("ifcfg-lo"))) {
            return new Backend.Unsupported("wicked configures this host (/etc/sysconfig/network); this version writes"
                    + " for ifupdown and NetworkManager only");
        }
        if (has("/etc/sysconfig/network-scripts", name -> name.startsWith("ifcfg-") && !name.equals("ifcfg-lo"))) {
            return new Backend.Unsupported("ifcfg scripts configure this host (/etc/sysconfig/network-scripts) and"
                    + " NetworkManager does not run; this version writes for ifupdown and NetworkManager only");
        }
        return new Backend.Unsupported("no network configuration was found: neither /etc/network/interfaces nor a"
                + " running NetworkManager; this version writes for these two only");
    }

    private boolean has(String directory, Predicate<String> name) {
        return host.files().list(directory).found().orElse(List.of()).stream().anyMatch(name);
    }
}
