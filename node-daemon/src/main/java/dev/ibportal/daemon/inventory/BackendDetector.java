package dev.ibportal.daemon.inventory;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.inventory.Backend.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds out who keeps the network configuration, because two keepers of one interface undo each other's work. The one
 * that generates the others' files wins, then a running NetworkManager, then ifupdown, then whoever has files; where
 * nobody has any, our own boot unit.
 */
public final class BackendDetector {
    static final Command NM_RUNNING = Command.of("nmcli", "-t", "-f", "RUNNING", "general");
    static final Command NETWORKD_VERSION = Command.of("networkctl", "--version");

    /** The first systemd-networkd that can make a child. */
    private static final int IPOIB_SINCE = 250;

    private static final String NETPLAN = "/etc/netplan";
    private static final String NM_PROFILES = "/etc/NetworkManager/system-connections";
    private static final String INTERFACES = "/etc/network/interfaces";
    private static final String OURS = "# ibportal: ";
    private static final Pattern STANZA = Pattern.compile("(?m)^\\s*iface\\s+(?!lo\\s)\\S+\\s");
    private static final Pattern IPOIB_STANZA = Pattern.compile("(?m)^\\s*iface\\s+ib\\S*\\s");
    private static final Pattern SYSTEMD = Pattern.compile("^systemd (\\d{1,4})\\b");

    private final Host host;
    private volatile Optional<CommandResult> networkdVersion = Optional.empty();

    public BackendDetector(Host host) {
        this.host = host;
    }

    public Keepers detect() {
        return new Look().keepers();
    }

    /** One look at the host. */
    private final class Look {
        private final Reading<List<String>> netplan = netplan();
        private final Reading<String> interfaces = host.files().read(INTERFACES);
        private final Reading<List<String>> profiles = host.files().list(NM_PROFILES);
        private final Optional<CommandResult> manager = profiles.isMissing()
                ? Optional.empty()
                : Optional.of(host.commands().run(NM_RUNNING));
        private final boolean managerRuns = manager.filter(
                        answer -> answer.succeeded() && answer.stdout().strip().equals("running"))
                .isPresent();
        private final boolean networkdRuns = has("/run/systemd/netif/links", name -> true);

        Keepers keepers() {
            return new Keepers(keeper(), managerRuns, networkdRuns ? networkd(Kind.NETWORKD) : none());
        }

        private Backend keeper() {
            Optional<String> trouble = netplan.trouble().or(interfaces::trouble).or(profiles::trouble);
            if (trouble.isPresent()) {
                return new Backend.Unknown(trouble.get());
            }
            List<String> texts = netplan.found().orElse(List.of());
            if (!texts.isEmpty()) {
                return belowNetplan(NetplanRenderer.of(texts));
            }
            boolean claimedByIfupdown = interfaces
                    .found()
                    .filter(text -> IPOIB_STANZA.matcher(text).find())
                    .isPresent();
            if (managerRuns && !claimedByIfupdown) {
                return new Backend.Supported(Kind.NETWORK_MANAGER);
            }
            if (!interfaces.isMissing() && !(networkdRuns && hasOnlyLoopback())) {
                return new Backend.Supported(Kind.IFUPDOWN);
            }
            return others();
        }

        private boolean hasOnlyLoopback() {
            return interfaces
                    .found()
                    .filter(text -> STANZA.matcher(text).find())
                    .isEmpty();
        }

        private Backend belowNetplan(NetplanRenderer renderer) {
            return switch (renderer) {
                case NETWORKD -> networkd(Kind.NETPLAN_NETWORKD);
                case NETWORK_MANAGER ->
                    managerRuns
                            ? new Backend.Supported(Kind.NETPLAN_NETWORK_MANAGER)
                            : manager.<Backend>map(this::managerDoesNotRun)
                                    .orElseGet(() -> new Backend.Unsupported(
                                            "netplan cannot keep IPoIB child interfaces: it renders for NetworkManager, which"
                                                    + " is not installed"));
                case UNCLEAR ->
                    new Backend.Unsupported("netplan cannot keep IPoIB child interfaces: " + NETPLAN
                            + " names more than one renderer, so who would keep a child is not clear; name one"
                            + " renderer for the whole host");
            };
        }

        private Backend others() {
            if (networkdRuns) {
                return networkd(Kind.NETWORKD);
            }
            if (has("/etc/sysconfig/network", BackendDetector::isIfcfg)) {
                return new Backend.Supported(Kind.WICKED);
            }
            if (has("/etc/sysconfig/network-scripts", BackendDetector::isIfcfg)) {
                return new Backend.Supported(Kind.IFCFG);
            }
            if (manager.isPresent()) {
                return managerDoesNotRun(manager.get());
            }
            if (has("/etc/systemd/network", name -> name.endsWith(".network") && !name.contains("ibportal"))) {
                return new Backend.Unsupported(
                        "systemd-networkd has files here (/etc/systemd/network) but does not run;"
                                + " start it, or remove them");
            }
            return none();
        }

        private Backend managerDoesNotRun(CommandResult answer) {
            if (answer.timedOut()) {
                return new Backend.Unknown(answer.describe());
            }
            return new Backend.Unsupported("NetworkManager keeps profiles here but does not run: "
                    + (answer.succeeded() ? "it says «" + answer.stdout().strip() + "»" : answer.describe())
                    + "; start it, or use ifupdown");
        }
    }

    private static boolean isIfcfg(String name) {
        return name.startsWith("ifcfg-") && !name.equals("ifcfg-lo");
    }

    /** Netplan's files in its order, without ours. */
    private Reading<List<String>> netplan() {
        return host.files().list(NETPLAN).flatMap(names -> {
            List<String> texts = new ArrayList<>();
            for (String name : names.stream().filter(n -> n.endsWith(".yaml")).toList()) {
                Reading<String> text = host.files().read(NETPLAN + "/" + name);
                if (text.trouble().isPresent()) {
                    return Reading.unreadable(text.trouble().get());
                }
                text.found().filter(found -> !found.startsWith(OURS)).ifPresent(texts::add);
            }
            return Reading.known(texts);
        });
    }

    /** @param kind if it is new enough; else our unit does what it cannot */
    private Backend networkd(Kind kind) {
        CommandResult answer = networkdVersion();
        Matcher version = SYSTEMD.matcher(answer.stdout());
        if (answer.timedOut()) {
            return new Backend.Unknown(answer.describe());
        }
        if (!answer.succeeded() || !version.find()) {
            return new Backend.Unsupported((kind == Kind.NETPLAN_NETWORKD
                            ? "netplan cannot keep IPoIB child interfaces: it has no way to say a child with a"
                                    + " PKey, and systemd-networkd, which has, "
                            : "systemd-networkd configures this host, but its version ")
                    + "could not be told: " + answer.describe());
        }
        return Integer.parseInt(version.group(1)) >= IPOIB_SINCE ? new Backend.Supported(kind) : none();
    }

    /** Asked once: a newer one comes with an update, after which the daemon is started anew at the latest. */
    private CommandResult networkdVersion() {
        CommandResult answer = networkdVersion.orElseGet(() -> host.commands().run(NETWORKD_VERSION));
        if (answer.succeeded()) {
            networkdVersion = Optional.of(answer);
        }
        return answer;
    }

    private Backend none() {
        return host.files().list("/run/systemd/system").isMissing()
                ? new Backend.Unsupported("no network configuration was found that could keep an IPoIB child interface,"
                        + " and systemd, which could run a boot unit of ours, is not there either")
                : new Backend.Supported(Kind.BOOT_UNIT);
    }

    private boolean has(String directory, Predicate<String> name) {
        return host.files().list(directory).found().orElse(List.of()).stream().anyMatch(name);
    }
}
