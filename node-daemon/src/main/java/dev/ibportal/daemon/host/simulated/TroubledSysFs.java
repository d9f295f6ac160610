package dev.ibportal.daemon.host.simulated;

import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.host.SysFs;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** sysfs with the adapters on their bus, the debug files of interfaces, and the host's troubles over it all. */
final class TroubledSysFs implements SysFs {
    private static final String PCI = "bus/pci/devices";
    private static final String DEBUG = "kernel/debug/ipoib/";

    private final SysFs plain;
    private final SimulatedKernel kernel;
    private final SimulatedTroubles troubles;

    TroubledSysFs(SysFs plain, SimulatedKernel kernel, SimulatedTroubles troubles) {
        this.plain = plain;
        this.kernel = kernel;
        this.troubles = troubles;
    }

    @Override
    public Reading<String> read(String path) {
        return troubles.file(path).orElseGet(() -> {
            if (path.startsWith(PCI)) {
                return pci(path);
            }
            return path.startsWith(DEBUG) ? debug(path.substring(DEBUG.length())) : plain.read(path);
        });
    }

    private Reading<String> pci(String path) {
        List<String> names = Arrays.asList(path.split("/"));
        boolean known = names.size() == 5
                && kernel.adapters().stream()
                        .anyMatch(adapter -> adapter.pciAddress().equals(names.get(3)));
        if (!known) {
            return Reading.missing();
        }
        return switch (names.get(4)) {
            case "class" -> Reading.known("0x020700");
            case "vendor" -> Reading.known("0x15b3");
            case "device" -> Reading.known("0x101b");
            default -> Reading.missing();
        };
    }

    private Reading<String> debug(String name) {
        if (!name.endsWith("_mcg")) {
            return Reading.missing();
        }
        Optional<SimulatedNetdev> netdev = kernel.find(name.substring(0, name.length() - 4));
        return netdev.map(found -> Reading.known(found.carrier() ? joined(found) : ""))
                .orElseGet(Reading::missing);
    }

    private static String joined(SimulatedNetdev netdev) {
        return "GID: ff12:401b:" + Integer.toHexString(netdev.pkey().full())
                + ":0:0:0:ffff:ffff\n  created: 4295012301\n  queuelen:         0\n  complete:       yes\n"
                + "  send_only:       no\n";
    }

    @Override
    public Reading<List<String>> list(String path) {
        Optional<List<String>> shown = troubles.directory(path);
        if (shown.isPresent()) {
            return Reading.known(shown.get());
        }
        return path.equals(PCI)
                ? Reading.known(kernel.adapters().stream()
                        .map(SimulatedAdapter::pciAddress)
                        .toList())
                : plain.list(path);
    }

    @Override
    public Reading<String> resolve(String path) {
        Optional<String> target = troubles.link(path);
        if (target.isPresent()) {
            return Reading.known(target.get());
        }
        return path.startsWith(PCI) && path.endsWith("/driver")
                ? Reading.known("bus/pci/drivers/mlx5_core")
                : plain.resolve(path);
    }

    @Override
    public boolean exists(String path) {
        return read(path).found().isPresent() || list(path).found().isPresent() || plain.exists(path);
    }
}
