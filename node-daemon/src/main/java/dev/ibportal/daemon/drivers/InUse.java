package dev.ibportal.daemon.drivers;

import dev.ibportal.daemon.drivers.ModuleTable.Entry;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Who would lose something if the drivers were taken out now: other modules, programs, mounted file systems. Asked before
 * anything is unloaded, because a stack that was unloaded half way is neither the old one nor the new one.
 */
final class InUse {
    /** Of the first process: the daemon may see mounts of its own. */
    private static final String MOUNTS = "/proc/1/mounts";

    private static final String MODULES = "/proc/modules";
    private static final int MOUNT_WORDS = 4;

    private final Host host;
    private final List<Trouble> troubles = new ArrayList<>();

    private InUse(Host host) {
        this.host = host;
    }

    static List<Trouble> of(Host host) {
        InUse look = new InUse(host);
        look.modules();
        look.mounts();
        look.blockDevices();
        return look.troubles;
    }

    private void modules() {
        Reading<ModuleTable> table = ModuleTable.parse(host.files().read(MODULES));
        if (table.found().isEmpty()) {
            unknown("modules.not-known", table.trouble().orElse(MODULES + " is missing"));
            return;
        }
        for (Entry entry : table.found().get().entries()) {
            if (StackModules.isOwn(entry.name())) {
                used(entry);
            }
        }
    }

    private void used(Entry entry) {
        entry.users().stream()
                .filter(user -> !StackModules.isOwn(user))
                .forEach(user -> troubles.add(Trouble.firm(
                        "module.in-use",
                        user + " uses " + entry.name() + " (count " + entry.count() + ")",
                        "stop what needs " + user + " and unload it, or choose \"at next reboot\"")));
        if (StackModules.hasDevices(entry.name()) && entry.others() > 0) {
            troubles.add(Trouble.firm(
                    "program.in-use",
                    entry.name() + " is used " + entry.count() + " times and by "
                            + entry.users().size() + " modules: programs have " + entry.others()
                            + " devices of it open",
                    "stop them, for example jobs or opensm; «fuser /dev/infiniband/*» names them"));
        }
    }

    private void mounts() {
        Reading<String> mounts = host.files().read(MOUNTS);
        if (mounts.found().isEmpty()) {
            unknown("mounts.not-known", mounts.trouble().orElse(MOUNTS + " is missing"));
            return;
        }
        mounts.found().get().lines().map(line -> line.split(" ")).forEach(this::mount);
    }

    private void mount(String[] words) {
        if (words.length < MOUNT_WORDS) {
            return;
        }
        boolean nfs = words[2].startsWith("nfs") && List.of(words[3].split(",")).contains("proto=rdma");
        boolean lustre = words[2].equals("lustre") && words[0].contains("@o2ib");
        if (nfs || lustre) {
            boolean root = words[1].equals("/");
            troubles.add(Trouble.firm(
                    root ? "root.over-rdma" : "mount.over-rdma",
                    words[0] + " is mounted at " + words[1] + " over RDMA (" + words[2].toUpperCase(Locale.ROOT) + ")",
                    root
                            ? "this node's own root comes over the adapter: choose \"at next reboot\""
                            : "unmount " + words[1] + ", or choose \"at next reboot\""));
        }
    }

    private void blockDevices() {
        for (String controller : host.sysfs().list("class/nvme").found().orElse(List.of())) {
            if (host.sysfs()
                    .read("class/nvme/" + controller + "/transport")
                    .found()
                    .map(String::strip)
                    .orElse("")
                    .equals("rdma")) {
                troubles.add(Trouble.firm(
                        "storage.over-rdma",
                        controller + " is a disk over RDMA",
                        "disconnect it, or choose \"at next reboot\""));
            }
        }
    }

    /** What cannot be looked at may be in use. */
    private void unknown(String code, String text) {
        troubles.add(Trouble.passable(code, text, "find out why; nobody can tell what would lose its driver"));
    }
}
