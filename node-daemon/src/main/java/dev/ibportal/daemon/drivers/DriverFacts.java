package dev.ibportal.daemon.drivers;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.inventory.OsRelease;
import dev.ibportal.drivers.HcaGeneration;
import dev.ibportal.drivers.NodeShape;
import dev.ibportal.drivers.PciId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What decides about drivers on this host. Adapters are looked for on the PCI bus and not among RDMA devices: one without a
 * driver is no RDMA device, and is the very one that needs an answer.
 *
 * @param unreadable what could not be read, so that it is not taken for something that is not there
 */
public record DriverFacts(NodeShape shape, List<String> unreadable) {
    private static final String BUS = "bus/pci/devices";

    /** Class of a port in InfiniBand mode. One in Ethernet mode is a network card, and is told by its id. */
    private static final String INFINIBAND_CLASS = "0x0207";

    private static final String MELLANOX = "0x15b3";
    private static final int ID_DIGITS = 4;

    public DriverFacts {
        unreadable = List.copyOf(unreadable);
    }

    public static DriverFacts of(Host host) {
        List<String> unreadable = new ArrayList<>();
        OsRelease system = host.files()
                .read("/etc/os-release")
                .found()
                .map(OsRelease::parse)
                .orElse(OsRelease.UNKNOWN);
        return new DriverFacts(
                new NodeShape(
                        system.id(),
                        system.versionId(),
                        said(host, "-r"),
                        said(host, "-m"),
                        adapters(host, unreadable)),
                unreadable);
    }

    private static String said(Host host, String option) {
        CommandResult said = host.commands().run(Command.of("uname", option));
        return said.succeeded() ? said.stdout().strip() : "";
    }

    private static List<PciId> adapters(Host host, List<String> unreadable) {
        Reading<List<String>> devices = host.sysfs().list(BUS);
        devices.trouble().ifPresent(unreadable::add);
        return devices.found().orElse(List.of()).stream()
                .flatMap(device -> adapter(host, BUS + "/" + device + "/", unreadable).stream())
                .distinct()
                .toList();
    }

    private static Optional<PciId> adapter(Host host, String path, List<String> unreadable) {
        String kind = text(host, path + "class", unreadable);
        String vendor = text(host, path + "vendor", unreadable);
        Optional<PciId> id = id(vendor, text(host, path + "device", unreadable));
        return id.filter(one -> kind.startsWith(INFINIBAND_CLASS)
                || vendor.equals(MELLANOX)
                || HcaGeneration.of(one) != HcaGeneration.UNKNOWN);
    }

    private static Optional<PciId> id(String vendor, String device) {
        return vendor.matches("0x[0-9a-fA-F]{4}") && device.matches("0x[0-9a-fA-F]{4}")
                ? Optional.of(PciId.parse(vendor.substring(vendor.length() - ID_DIGITS) + ":"
                        + device.substring(device.length() - ID_DIGITS)))
                : Optional.empty();
    }

    private static String text(Host host, String path, List<String> unreadable) {
        Reading<String> reading = host.sysfs().read(path);
        reading.trouble().ifPresent(unreadable::add);
        return reading.found().map(String::strip).orElse("");
    }
}
