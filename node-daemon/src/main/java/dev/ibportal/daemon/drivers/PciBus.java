package dev.ibportal.daemon.drivers;

import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.host.SysFs;
import dev.ibportal.drivers.HcaGeneration;
import dev.ibportal.drivers.PciId;
import java.util.List;
import java.util.Optional;

/**
 * Adapters for RDMA on the PCI bus. They are looked for there and not among RDMA devices: one without a driver is no RDMA
 * device, and is the very one that needs an answer. What could not be read is noted, so that it is not taken for something
 * that is not there.
 */
final class PciBus {
    private static final String BUS = "bus/pci/devices";

    /** Class of a port in InfiniBand mode. One in Ethernet mode is a network card, and is told by its id. */
    private static final String INFINIBAND_CLASS = "0x0207";

    private static final String MELLANOX = "0x15b3";
    private static final int ID_DIGITS = 4;

    private final SysFs sysfs;

    PciBus(SysFs sysfs) {
        this.sysfs = sysfs;
    }

    record Adapter(String address, PciId id) {}

    /** Addresses of all devices, which are few and cheap to list. */
    Reading<List<String>> addresses() {
        return sysfs.list(BUS);
    }

    List<Adapter> adapters(List<String> addresses, List<String> unreadable) {
        return addresses.stream()
                .flatMap(address -> adapter(address, unreadable).stream())
                .toList();
    }

    private Optional<Adapter> adapter(String address, List<String> unreadable) {
        String path = BUS + "/" + address + "/";
        String kind = text(path + "class", unreadable);
        String vendor = text(path + "vendor", unreadable);
        return id(vendor, text(path + "device", unreadable))
                .filter(one -> kind.startsWith(INFINIBAND_CLASS)
                        || vendor.equals(MELLANOX)
                        || HcaGeneration.of(one) != HcaGeneration.UNKNOWN)
                .map(one -> new Adapter(address, one));
    }

    private static Optional<PciId> id(String vendor, String device) {
        return vendor.matches("0x[0-9a-fA-F]{4}") && device.matches("0x[0-9a-fA-F]{4}")
                ? Optional.of(PciId.parse(vendor.substring(vendor.length() - ID_DIGITS) + ":"
                        + device.substring(device.length() - ID_DIGITS)))
                : Optional.empty();
    }

    private String text(String path, List<String> unreadable) {
        Reading<String> reading = sysfs.read(path);
        reading.trouble().ifPresent(unreadable::add);
        return reading.found().map(String::strip).orElse("");
    }
}
