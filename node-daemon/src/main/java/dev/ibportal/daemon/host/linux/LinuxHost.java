package dev.ibportal.daemon.host.linux;

import dev.ibportal.daemon.host.CommandRunner;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.HostChanges;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Puts the doors to the real machine together. */
public final class LinuxHost {
    private static final Duration WATCH_INTERVAL = Duration.ofMillis(700);

    /** Where back-ends keep what they bring up at boot. */
    private static final List<String> CONFIGURATION = List.of(
            "/etc/network",
            "/etc/network/interfaces.d",
            "/etc/NetworkManager/system-connections",
            "/etc/systemd/network",
            "/etc/netplan",
            "/etc/sysconfig/network",
            "/etc/sysconfig/network-scripts",
            "/etc/sysctl.d");

    private LinuxHost() {}

    /**
     * @param hostRoot {@code host.root}
     * @param sysfsRoot {@code sysfs.root}
     * @param commandPath {@code command.path}
     * @param commandEnvironment {@code command.env}: names taken over from {@code environment}
     */
    public static Host open(
            Path hostRoot,
            Path sysfsRoot,
            String commandPath,
            Collection<String> commandEnvironment,
            Map<String, String> environment,
            Clock clock) {
        LinuxSysFs sysfs = new LinuxSysFs(sysfsRoot);
        CommandRunner commands = new LinuxCommandRunner(commandPath, commandEnvironment, environment);
        LinkWatch links = new LinkWatch(commands);
        List<HostChanges> watches = List.of(
                new SysFsWatch(sysfs, WATCH_INTERVAL, links::isListening),
                links,
                new FileWatch(hostRoot, CONFIGURATION));
        return new Host(commands, sysfs, new LinuxHostFiles(hostRoot), new AllChanges(watches), clock);
    }
}
