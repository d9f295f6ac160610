package dev.ibportal.e2e.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.OptionalLong;

/** A real OpenSM of a {@link Lab}. Its files lie in the root of its host. */
public final class LabSubnetManager {
    private final Lab lab;
    private final LabHost host;
    private final Path root;

    LabSubnetManager(Lab lab, LabHost host) {
        this.lab = lab;
        this.host = host;
        this.root = host.root();
    }

    public LabHost host() {
        return host;
    }

    public Path partitionsFile() {
        return root.resolve("etc/opensm/partitions.conf");
    }

    public Path pidFile() {
        return root.resolve("run/opensm.pid");
    }

    public Path logFile() {
        return root.resolve("var/log/opensm.log");
    }

    /** Puts a partitions.conf in place, by rename, and has OpenSM read it; returns when its sweep is over. */
    public void partitions(String text) {
        Path temporary = partitionsFile().resolveSibling("partitions.conf.new");
        try {
            Files.writeString(temporary, text);
            Files.move(
                    temporary, partitionsFile(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        reload();
    }

    /** SIGHUP, then waits for the end of the sweep. */
    public void reload() {
        lab.command("sm", "hup", "--host", host.name()).orThrow();
    }

    /** Empty when it does not run. */
    public OptionalLong pid() {
        Ran ran = lab.command("sm", "pid", "--host", host.name());
        return ran.ok() ? OptionalLong.of(Long.parseLong(ran.out().strip())) : OptionalLong.empty();
    }

    /** SIGKILL; the pid file stays, as it does after a crash. */
    public void kill() {
        lab.command("sm", "kill", "--host", host.name()).orThrow();
    }

    public void stop() {
        lab.command("sm", "stop", "--host", host.name()).orThrow();
    }

    /** Starts it and waits until the subnet is up; nothing to do is fine. */
    public void start() {
        lab.command("sm", "start", "--host", host.name()).orThrow();
    }
}
