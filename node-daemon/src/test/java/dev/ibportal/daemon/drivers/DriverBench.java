package dev.ibportal.daemon.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.DriverJob;
import dev.ibportal.agent.v1.DriverProfile;
import dev.ibportal.agent.v1.DriverResult;
import dev.ibportal.agent.v1.DriverStack;
import dev.ibportal.agent.v1.DriverStep;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.linux.LinuxHostFiles;
import dev.ibportal.daemon.host.linux.LinuxSysFs;
import dev.ibportal.daemon.state.StateDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** A host of files with one ConnectX-5 whose port is active; every command is taken down. */
final class DriverBench {
    final List<String> commands = new ArrayList<>();
    final List<SessionRequest> reports = new ArrayList<>();
    final String kernel;

    private final Path dir;

    DriverBench(Path dir, String kernel) throws IOException {
        this.dir = dir;
        this.kernel = kernel;
        sys("bus/pci/devices/0000:3b:00.0/class", "0x020700");
        sys("bus/pci/devices/0000:3b:00.0/vendor", "0x15b3");
        sys("bus/pci/devices/0000:3b:00.0/device", "0x1017");
        sys("class/infiniband/mlx5_0/ports/1/state", "4: ACTIVE");
        root("etc/os-release", "ID=ubuntu\nVERSION_ID=\"24.04\"\n");
        root("proc/modules", "");
        root("proc/1/mounts", "/dev/sda1 / ext4 rw,relatime 0 0\n");
        root("lib/modules/" + kernel + "/build/Makefile", "");
    }

    DriverBench loaded(String... names) throws IOException {
        for (String name : names) {
            sys("module/" + name + "/srcversion", "AAAA");
        }
        return this;
    }

    void sys(String path, String text) throws IOException {
        write("sys/" + path, text + "\n");
    }

    void root(String path, String text) throws IOException {
        write("root/" + path, text);
    }

    private void write(String path, String text) throws IOException {
        Path file = dir.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    CommandResult run(Command command) {
        commands.add(command.toString());
        String said = switch (command.toString()) {
            case "uname -r" -> kernel;
            case "uname -m" -> "x86_64";
            default -> command.program().equals("modinfo") ? "AAAA" : "";
        };
        return CommandResult.exited(command, 0, said + "\n", "");
    }

    DriverJobs jobs(Executor lane) {
        Host host = new Host(
                this::run,
                new LinuxSysFs(dir.resolve("sys")),
                new LinuxHostFiles(dir.resolve("root")),
                listener -> () -> {},
                Clock.systemUTC());
        return new DriverJobs(host, StateDir.open(dir.resolve("state")), lane, reports::add);
    }

    DriverResult result(DriverJob job) {
        jobs(Runnable::run).take(job);
        SessionRequest last = reports.get(reports.size() - 1);
        assertThat(last.hasDriverResult()).isTrue();
        return last.getDriverResult();
    }

    static DriverJob.Builder job(String id, DriverStep step) {
        return DriverJob.newBuilder()
                .setJobId(id)
                .setStep(step)
                .setProfile(DriverProfile.newBuilder()
                        .setId("mlnx-ofed-24.10")
                        .setStack(DriverStack.DRIVER_STACK_MLNX_OFED)
                        .setVersion("24.10")
                        .setLastKernel("6.8"));
    }
}
