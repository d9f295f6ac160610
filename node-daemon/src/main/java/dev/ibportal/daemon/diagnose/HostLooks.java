package dev.ibportal.daemon.diagnose;

import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.host.SysFs;
import dev.ibportal.daemon.inventory.HcaView;
import dev.ibportal.daemon.inventory.HostView;
import dev.ibportal.diagnosis.FactKey;
import dev.ibportal.diagnosis.Told;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Adapters, drivers and the kernel. */
final class HostLooks {
    private static final String PCI = "bus/pci/devices";
    private static final String MELLANOX = "0x15b3";
    private static final String INFINIBAND_CLASS = "0x0207";
    private static final String NETWORK_CLASS = "0x02";

    private final Host host;
    private final Tools tools;

    HostLooks(Host host, Tools tools) {
        this.host = host;
        this.tools = tools;
    }

    List<Look> looks(Subject subject) {
        HostView view = subject.view();
        return List.of(
                Look.of("/sys/" + PCI, FactKey.ADAPTERS, this::adapters),
                Look.of("/sys/class/infiniband", FactKey.RDMA_DEVICES, () -> devices(view)),
                Look.of("/sys/module/ib_ipoib", FactKey.MODULE, () -> module(view)),
                Look.of("uname -r", FactKey.KERNEL_RELEASE, () -> Tools.value(Optional.of(view.kernel()))),
                moduleFile(),
                new Look("dmesg", KernelLog.KEYS, () -> KernelLog.read(host, tools, subject)));
    }

    private Told adapters() {
        SysFs sysfs = host.sysfs();
        Reading<List<String>> devices = sysfs.list(PCI);
        if (devices.found().isEmpty()) {
            return new Told.Unknown(devices.trouble().orElse("/sys/" + PCI + " is missing"));
        }
        return Tools.value(devices.found().get().stream()
                .filter(this::isAdapter)
                .map(device -> {
                    String id = text(device, "vendor").substring(2) + ":"
                            + text(device, "device").replace("0x", "");
                    String driver = sysfs.resolve(PCI + "/" + device + "/driver")
                            .found()
                            .map(path -> " " + path.substring(path.lastIndexOf('/') + 1))
                            .orElse("");
                    return device + " " + id + driver;
                })
                .toList());
    }

    private boolean isAdapter(String device) {
        String kind = text(device, "class");
        return kind.startsWith(INFINIBAND_CLASS)
                || (kind.startsWith(NETWORK_CLASS) && text(device, "vendor").equals(MELLANOX));
    }

    private String text(String device, String attribute) {
        return host.sysfs()
                .read(PCI + "/" + device + "/" + attribute)
                .found()
                .map(String::strip)
                .orElse("0x?");
    }

    private static Told devices(HostView view) {
        Optional<String> trouble = view.unreadable().stream()
                .filter(line -> line.contains("class/infiniband") && view.hcas().isEmpty())
                .findFirst();
        return trouble.<Told>map(Told.Unknown::new)
                .orElseGet(() ->
                        Tools.value(view.hcas().stream().map(HcaView::device).toList()));
    }

    private static Told module(HostView view) {
        Reading<HostView.ModuleView> module = view.ipoibModule();
        return Tools.told(module.map(loaded -> "loaded"));
    }

    private Look moduleFile() {
        return tools.look(
                FactKey.MODULE_FILE,
                List.of("modinfo", "-F", "filename", "ib_ipoib"),
                result -> result.succeeded()
                        ? Tools.value(Optional.of(result.stdout().strip()))
                        : missing(result));
    }

    private static Told missing(CommandResult result) {
        return result.stderr().contains("not found") ? new Told.Nothing() : Tools.notTold(result);
    }

    static Map<FactKey, Told> unknown(List<FactKey> keys, String why) {
        return keys.stream().collect(Collectors.toMap(key -> key, key -> (Told) new Told.Unknown(why)));
    }
}
