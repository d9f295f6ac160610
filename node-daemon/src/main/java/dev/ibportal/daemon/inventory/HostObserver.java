package dev.ibportal.daemon.inventory;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.HostChanges;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.host.SysFs;
import dev.ibportal.daemon.inventory.HostView.ModuleView;
import dev.ibportal.types.Guid;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Looks at the host: sysfs, and one child process. */
public final class HostObserver {
    private static final Command NETDEVS = Command.of("ip", "-j", "-d", "addr");

    private static final Command KERNEL = Command.of("uname", "-r");
    private static final List<String> MODULES = List.of(
            HostView.IPOIB_MODULE,
            "ib_core",
            "ib_umad",
            "mlx4_core",
            "mlx4_ib",
            "mlx5_core",
            "mlx5_ib",
            "hfi1",
            "ib_qib");

    private final Host host;
    private volatile String kernel = "";
    private volatile long begunAt;
    private volatile long linksAskedAt;
    private volatile @Nullable Tree tree;

    /** What sysfs showed. */
    private record Tree(List<HcaView> hcas, Map<String, Reading<ModuleView>> modules, List<String> unreadable) {}

    public HostObserver(Host host) {
        this.host = host;
    }

    /**
     * When the last look began, by {@link System#nanoTime}.
     *
     * @param sysfs which is read meanwhile
     * @param links which are asked for first
     */
    public record Moments(long sysfs, long links) {
        /** Whether that look came after this change. */
        public boolean hasSeen(HostChanges.Change change) {
            long looked = switch (change.source()) {
                case SYSFS -> sysfs;
                case LINKS, FILES -> links;
            };
            return looked - change.noticedAt() > 0;
        }
    }

    public Moments lastLook() {
        return new Moments(begunAt, linksAskedAt);
    }

    public HostView observe() {
        return begin().get();
    }

    /** Asks for the links, and reads the rest while {@code ip} is at it, when somebody wants it. */
    public Supplier<HostView> begin() {
        begunAt = System.nanoTime();
        linksAskedAt = begunAt;
        Supplier<CommandResult> links = host.commands().begin(NETDEVS);
        return () -> {
            Tree read = tree();
            tree = read;
            return view(read, links);
        };
    }

    /**
     * Asks for the links alone; of sysfs the last look counts, which is most of the work where PKey tables are large. A
     * change of sysfs since then is one that {@link #lastLook} has not seen.
     */
    public Supplier<HostView> beginLinks() {
        Tree read = tree;
        if (read == null) {
            return begin();
        }
        linksAskedAt = System.nanoTime();
        Supplier<CommandResult> links = host.commands().begin(NETDEVS);
        return () -> view(read, links);
    }

    private Tree tree() {
        List<String> unreadable = new ArrayList<>();
        List<HcaView> hcas = unambiguous(new RdmaSysFs(host.sysfs(), unreadable).hcas(), unreadable);
        return new Tree(hcas, modules(unreadable), List.copyOf(unreadable));
    }

    private HostView view(Tree read, Supplier<CommandResult> links) {
        List<String> unreadable = new ArrayList<>(read.unreadable());
        String release = kernel();
        return new HostView(
                host.clock().instant(),
                read.hcas(),
                netdevs(links.get(), read.hcas(), unreadable),
                read.modules(),
                release,
                unreadable);
    }

    /** Asked once: it stays the same until the daemon, too, is started anew. */
    private String kernel() {
        if (kernel.isEmpty()) {
            CommandResult release = host.commands().run(KERNEL);
            kernel = release.succeeded() ? release.stdout().strip() : "";
        }
        return kernel;
    }

    /** Two ports that show one GUID cannot both be it, so neither is. */
    private static List<HcaView> unambiguous(List<HcaView> hcas, List<String> unreadable) {
        Set<Guid> seen = new HashSet<>();
        Set<Guid> twice = new HashSet<>();
        hcas.stream()
                .flatMap(hca -> hca.ports().stream())
                .flatMap(port -> port.guid().stream())
                .filter(guid -> !seen.add(guid))
                .forEach(twice::add);
        twice.forEach(guid -> unreadable.add("GUID " + guid + " is shown by more than one port"));
        return twice.isEmpty()
                ? hcas
                : hcas.stream().map(hca -> without(hca, twice)).toList();
    }

    private static HcaView without(HcaView hca, Set<Guid> guids) {
        return new HcaView(
                hca.device(),
                hca.nodeGuid(),
                hca.firmware(),
                hca.psid(),
                hca.hcaType(),
                hca.driver(),
                hca.pciAddress(),
                hca.ports().stream()
                        .map(port -> port.guid().filter(guids::contains).isPresent() ? nameless(port) : port)
                        .toList(),
                hca.portsKnown());
    }

    private static PortView nameless(PortView port) {
        return new PortView(
                port.device(),
                port.number(),
                Optional.empty(),
                port.state(),
                port.physState(),
                port.rate(),
                port.linkLayer(),
                port.lid(),
                port.smLid(),
                port.pkeys());
    }

    private Reading<List<NetdevView>> netdevs(CommandResult links, List<HcaView> hcas, List<String> unreadable) {
        Reading<List<NetdevView>> netdevs = IpJson.netdevs(links);
        netdevs.trouble().ifPresent(unreadable::add);
        Ports ports = new Ports(host.sysfs(), hcas, unreadable);
        return netdevs.map(
                list -> list.stream().map(netdev -> netdev.on(ports.of(netdev))).toList());
    }

    private Map<String, Reading<ModuleView>> modules(List<String> unreadable) {
        Map<String, Reading<ModuleView>> modules = new LinkedHashMap<>();
        Reading<List<String>> loaded = host.sysfs().list("module");
        loaded.trouble().ifPresent(unreadable::add);
        for (String name : MODULES) {
            modules.put(name, loaded.flatMap(names -> names.contains(name) ? module(name) : Reading.missing()));
        }
        return modules;
    }

    private Reading<ModuleView> module(String name) {
        String version = host.sysfs()
                .read("module/" + name + "/version")
                .found()
                .or(() -> host.sysfs().read("module/" + name + "/srcversion").found())
                .orElse("");
        return Reading.known(new ModuleView(version.strip()));
    }

    /** Finds the port under an IPoIB interface. */
    private record Ports(SysFs sysfs, List<HcaView> hcas, List<String> unreadable) {
        /**
         * A parent's port by its PCI device and {@code dev_port}, cross-checked with the GUID in its address: where
         * the two disagree nobody knows, so the interface has no port. A child has no device of its own.
         */
        Optional<Guid> of(NetdevView link) {
            if (!link.isIpoibParent()) {
                return link.portGuid();
            }
            Optional<Guid> byDevice = byDevice(link.name());
            if (byDevice.isPresent() && link.portGuid().isPresent() && !byDevice.equals(link.portGuid())) {
                unreadable.add("interface " + link.name() + " belongs to port " + byDevice.get()
                        + " by its device, but carries the GUID "
                        + link.portGuid().get());
                return Optional.empty();
            }
            return byDevice.or(link::portGuid);
        }

        private Optional<Guid> byDevice(String netdev) {
            Optional<String> pci =
                    sysfs.resolve("class/net/" + netdev + "/device").found();
            Optional<Integer> devPort = sysfs.read("class/net/" + netdev + "/dev_port")
                    .found()
                    .filter(text -> text.matches("[0-9]{1,3}"))
                    .map(Integer::valueOf);
            if (pci.isEmpty() || devPort.isEmpty()) {
                return Optional.empty();
            }
            return hcas.stream()
                    .filter(hca -> sysfs.resolve("class/infiniband/" + hca.device() + "/device")
                            .found()
                            .equals(pci))
                    .flatMap(hca -> hca.ports().stream())
                    .filter(port -> port.number() == devPort.get() + 1)
                    .findFirst()
                    .flatMap(PortView::guid);
        }
    }
}
