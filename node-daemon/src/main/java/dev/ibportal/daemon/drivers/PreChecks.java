package dev.ibportal.daemon.drivers;

import dev.ibportal.agent.v1.DriverJob;
import dev.ibportal.agent.v1.DriverProfile;
import dev.ibportal.agent.v1.DriverStack;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.drivers.KernelRelease;
import dev.ibportal.drivers.NodeShape;
import java.util.ArrayList;
import java.util.List;

/** All that speaks against a job here and now, found before anything is touched. */
final class PreChecks {
    /** Attributes in front of the one byte of the variable. */
    private static final int SECURE_BOOT_VALUE = 4;

    private static final String SECURE_BOOT = "firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c";
    private static final String REBOOT_REQUIRED = "/run/reboot-required";

    private final Host host;
    private final DriverJob job;
    private final NodeShape shape;
    private final List<Trouble> troubles = new ArrayList<>();

    private PreChecks(Host host, DriverJob job, NodeShape shape) {
        this.host = host;
        this.job = job;
        this.shape = shape;
    }

    /** Without those that somebody decided to pass over, and that can be. */
    static List<Trouble> of(Host host, DriverJob job, NodeShape shape) {
        PreChecks checks = new PreChecks(host, job, shape);
        checks.adapters();
        if (job.getProfile().getStack() != DriverStack.DRIVER_STACK_INBOX) {
            checks.kernel();
            checks.headers();
            checks.secureBoot();
        }
        checks.reboot();
        if (!job.getAtNextReboot()) {
            checks.troubles.addAll(InUse.of(host));
        }
        checks.troubles.removeIf(
                trouble -> trouble.canOverride() && job.getOverridesList().contains(trouble.code()));
        return checks.troubles;
    }

    private void adapters() {
        if (shape.adapters().isEmpty()) {
            troubles.add(Trouble.firm("adapter.none", "no adapter for RDMA was found on the PCI bus", "look at lspci"));
        }
    }

    private String label() {
        DriverProfile profile = job.getProfile();
        String stack = profile.getStack().name().replace("DRIVER_STACK_", "");
        return (stack + " " + profile.getVersion()).strip();
    }

    private void kernel() {
        String last = job.getProfile().getLastKernel();
        if (shape.kernel().isEmpty()) {
            troubles.add(
                    Trouble.firm("kernel.not-known", "the running kernel's release is not known", "look at uname -r"));
        } else if (last.isEmpty()) {
            troubles.add(Trouble.passable(
                    "kernel.list-not-known",
                    "up to which kernel " + label() + " works is not known, and " + shape.kernel() + " runs here",
                    "look into its release notes, and add the last kernel to the catalogue"));
        } else if (KernelRelease.of(shape.kernel()).compareTo(KernelRelease.of(last)) > 0) {
            troubles.add(Trouble.firm(
                    "kernel.too-new",
                    label() + " knows kernels up to " + last + ", and " + shape.kernel() + " runs here",
                    "take a newer version of the stack, an older kernel, or the distribution's own drivers"));
        }
    }

    private void headers() {
        KernelModules kernels = new KernelModules(host.files());
        if (!shape.kernel().isEmpty()
                && !kernels.of(shape.kernel(), shape.kernel()).getHeaders()) {
            troubles.add(Trouble.passable(
                    "kernel.headers",
                    "the headers of kernel " + shape.kernel() + " are not installed, so no modules can be built",
                    "install them; not needed where the stack brings modules for this very kernel"));
        }
    }

    private void secureBoot() {
        boolean on = host.sysfs()
                .read(SECURE_BOOT)
                .found()
                .filter(text -> text.length() > SECURE_BOOT_VALUE && text.charAt(SECURE_BOOT_VALUE) == 1)
                .isPresent();
        if (on) {
            troubles.add(Trouble.passable(
                    "secure-boot.on",
                    "Secure Boot is on: the kernel refuses modules that are not signed with a key it knows",
                    "enrol the vendor's key at the console, or take the distribution's own drivers"));
        }
    }

    private void reboot() {
        if (host.files().read(REBOOT_REQUIRED).found().isPresent()) {
            troubles.add(Trouble.passable(
                    "reboot.pending",
                    "a reboot is pending (" + REBOOT_REQUIRED + "): another kernel may run afterwards",
                    "reboot first"));
        }
    }
}
