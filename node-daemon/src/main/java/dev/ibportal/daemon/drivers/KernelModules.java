package dev.ibportal.daemon.drivers;

import dev.ibportal.agent.v1.InstalledKernel;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.Reading;
import java.util.List;
import java.util.Optional;

/** Kernels with modules on the disk, and whether IPoIB is among them: a reboot may start another one than runs now. */
final class KernelModules {
    private static final String ALL = "/lib/modules";

    /** Where the kernel's own module lies. */
    private static final String INBOX = "kernel/drivers/infiniband/ulp/ipoib";

    /** Where vendors' stacks put theirs, in the order in which depmod prefers them. */
    private static final List<String> VENDORS = List.of(
            "updates/dkms",
            "updates/drivers/infiniband/ulp/ipoib",
            "updates",
            "extra/mlnx-ofa_kernel/drivers/infiniband/ulp/ipoib",
            "weak-updates/mlnx-ofa_kernel/drivers/infiniband/ulp/ipoib");

    private final HostFiles files;

    KernelModules(HostFiles files) {
        this.files = files;
    }

    /** Their releases. */
    Reading<List<String>> releases() {
        return files.list(ALL);
    }

    InstalledKernel of(String release, String running) {
        String modules = ALL + "/" + release + "/";
        Optional<String> vendor = VENDORS.stream()
                .flatMap(place -> module(modules + place).stream())
                .findFirst();
        return InstalledKernel.newBuilder()
                .setRelease(release)
                .setRunning(release.equals(running))
                .setIpoibModule(vendor.or(() -> module(modules + INBOX)).orElse(""))
                .setVendorModule(vendor.isPresent())
                .setHeaders(files.list(modules + "build").found().isPresent()
                        || files.list("/usr/src/linux-headers-" + release)
                                .found()
                                .isPresent())
                .build();
    }

    private Optional<String> module(String folder) {
        return files.list(folder).found().orElse(List.of()).stream()
                .filter(name -> name.matches("ib_ipoib\\.ko(\\.[a-z]+)?"))
                .map(name -> folder + "/" + name)
                .findFirst();
    }
}
