package dev.ibportal.daemon.host.linux;

import dev.ibportal.daemon.host.Host;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;

/** Puts the doors to the real machine together. */
public final class LinuxHost {
    private static final Duration WATCH_INTERVAL = Duration.ofMillis(700);

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
        return new Host(
                new LinuxCommandRunner(commandPath, commandEnvironment, environment),
                sysfs,
                new LinuxHostFiles(hostRoot),
                new SysFsWatch(sysfs, WATCH_INTERVAL),
                clock);
    }
}
