package dev.ibportal.daemon.drivers;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.Host;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What is loaded. Exit codes and printed words say nothing about that: the kernel does.
 *
 * @param activePorts as {@code mlx5_0/1}
 */
record Sight(String kernel, List<Module> modules, List<String> activePorts) {
    private static final String RDMA = "class/infiniband";

    Sight {
        modules = List.copyOf(modules);
        activePorts = List.copyOf(activePorts);
    }

    /**
     * @param loadedVersion srcversion of what is loaded; empty: not known
     * @param fileVersion srcversion of the file that would be loaded; empty: there is none
     */
    record Module(String name, boolean loaded, String loadedVersion, String fileVersion, String file) {}

    /** @param needed names of modules that are to be looked at */
    static Sight of(Host host, List<String> needed) {
        return new Sight(
                said(host, Command.of("uname", "-r")),
                needed.stream().map(name -> module(host, name)).toList(),
                ports(host));
    }

    private static Module module(Host host, String name) {
        return new Module(
                name,
                host.sysfs().exists("module/" + name),
                host.sysfs()
                        .read("module/" + name + "/srcversion")
                        .found()
                        .map(String::strip)
                        .orElse(""),
                said(host, Command.of("modinfo", "-F", "srcversion", name)),
                said(host, Command.of("modinfo", "-F", "filename", name)));
    }

    private static String said(Host host, Command command) {
        CommandResult said = host.commands().run(command);
        return said.succeeded() ? said.stdout().strip() : "";
    }

    private static List<String> ports(Host host) {
        List<String> active = new ArrayList<>();
        for (String device : host.sysfs().list(RDMA).found().orElse(List.of())) {
            String ports = RDMA + "/" + device + "/ports";
            for (String port : host.sysfs().list(ports).found().orElse(List.of())) {
                if (host.sysfs()
                        .read(ports + "/" + port + "/state")
                        .found()
                        .orElse("")
                        .startsWith("4:")) {
                    active.add(device + "/" + port);
                }
            }
        }
        return active;
    }

    /** Whether every module that the adapters need is there. */
    boolean works() {
        return !modules.isEmpty() && modules.stream().allMatch(Module::loaded);
    }

    /**
     * What is wrong with it.
     *
     * @param before what was there before anything was changed
     */
    List<Trouble> troubles(Sight before) {
        List<Trouble> troubles = new ArrayList<>();
        String missing = modules.stream()
                .filter(module -> !module.loaded())
                .map(Module::name)
                .collect(Collectors.joining(", "));
        if (!missing.isEmpty()) {
            troubles.add(Trouble.firm(
                    "module.not-loaded",
                    missing + " " + (missing.contains(",") ? "are" : "is") + " not loaded under kernel " + kernel,
                    "install a stack with modules for kernel " + kernel
                            + ", or boot a kernel that it has modules for"));
        }
        modules.stream()
                .filter(module -> module.loaded()
                        && !module.loadedVersion().isEmpty()
                        && !module.fileVersion().isEmpty()
                        && !module.loadedVersion().equals(module.fileVersion()))
                .forEach(module -> troubles.add(Trouble.firm(
                        "module.not-the-installed",
                        module.name() + " is loaded as " + module.loadedVersion() + ", and " + module.file() + " is "
                                + module.fileVersion(),
                        "restart the driver, or reboot")));
        before.activePorts().stream()
                .filter(port -> !activePorts.contains(port))
                .forEach(port -> troubles.add(Trouble.firm(
                        "port.not-active",
                        "port " + port + " was active before and is not now",
                        "look at its cable and at the subnet manager")));
        return troubles;
    }
}
