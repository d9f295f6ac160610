package dev.ibportal.daemon.inventory;

import dev.ibportal.daemon.host.Reading;
import dev.ibportal.types.Guid;
import dev.ibportal.types.PKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One look at the host. Whatever could not be read is empty here and named in {@code unreadable}; nobody may take it
 * for absent.
 *
 * @param hcas empty when the kernel has no RDMA device
 * @param netdevs unreadable when {@code ip} gave no usable answer
 * @param kernel release of the running kernel; empty when unknown
 * @param modules state of the modules we care about, by name
 */
public record HostView(
        Instant observedAt,
        List<HcaView> hcas,
        Reading<List<NetdevView>> netdevs,
        Map<String, Reading<ModuleView>> modules,
        String kernel,
        List<String> unreadable) {
    public static final String IPOIB_MODULE = "ib_ipoib";

    /** @param version empty when the module carries none */
    public record ModuleView(String version) {}

    public HostView {
        hcas = List.copyOf(hcas);
        modules = Map.copyOf(modules);
        unreadable = List.copyOf(unreadable);
    }

    public List<PortView> ports() {
        return hcas.stream().flatMap(hca -> hca.ports().stream()).toList();
    }

    public Optional<PortView> port(Guid guid) {
        return ports().stream()
                .filter(port -> port.guid().equals(Optional.of(guid)))
                .findFirst();
    }

    /** Whether every adapter's ports are known by GUID, so that a port that is not found is really not here. */
    public boolean allPortsKnown() {
        return hcas.stream().allMatch(HcaView::portsKnown)
                && ports().stream().allMatch(port -> port.guid().isPresent());
    }

    public List<NetdevView> knownNetdevs() {
        return netdevs.found().orElse(List.of());
    }

    public Optional<NetdevView> netdev(String name) {
        return knownNetdevs().stream()
                .filter(netdev -> netdev.name().equals(name))
                .findFirst();
    }

    /** The IPoIB interface that the kernel made for this port; children hang below it. */
    public Optional<NetdevView> parentOf(Guid port) {
        return knownNetdevs().stream()
                .filter(netdev -> netdev.isIpoibParent() && netdev.portGuid().equals(Optional.of(port)))
                .findFirst();
    }

    /** Every child on this port for this partition, whatever it is called; more than one is somebody's mistake. */
    public List<NetdevView> children(Guid port, PKey pkey) {
        return knownNetdevs().stream()
                .filter(netdev -> netdev.isIpoibChild()
                        && netdev.portGuid().equals(Optional.of(port))
                        && netdev.pkey().equals(Optional.of(pkey)))
                .toList();
    }

    /**
     * Where a partition's addresses sit on a port.
     *
     * @param parent whether that is the port's own interface, whatever key it has today
     */
    public List<NetdevView> interfaces(Guid port, PKey pkey, boolean parent) {
        return parent ? parentOf(port).stream().toList() : children(port, pkey);
    }

    /** Known and loaded, known and not, or not known. */
    public Reading<ModuleView> ipoibModule() {
        return modules.getOrDefault(IPOIB_MODULE, Reading.missing());
    }
}
