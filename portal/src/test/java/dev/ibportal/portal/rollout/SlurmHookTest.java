package dev.ibportal.portal.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ibportal.portal.rollout.Hook.Progress;
import dev.ibportal.testing.RequiresTools;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real slurmctld and scontrol, on loopback; nothing runs jobs there. */
@RequiresTools({"slurmctld", "scontrol", "squeue"})
class SlurmHookTest {
    private static final Programs PROGRAMS = new Programs(Duration.ofSeconds(20));

    @TempDir
    Path dir;

    private Process controller;

    @BeforeEach
    void controller() throws IOException {
        Path conf = Files.writeString(dir.resolve("slurm.conf"), """
                ClusterName=test
                SlurmctldHost=localhost(127.0.0.1)
                AuthType=auth/none
                CredType=cred/none
                SlurmUser=%s
                SlurmctldPort=%d
                StateSaveLocation=%s
                SlurmctldPidFile=%s
                ProctrackType=proctrack/linuxproc
                TaskPlugin=task/none
                SlurmdTimeout=0
                MpiDefault=none
                NodeName=n[1-3] NodeHostname=localhost NodeAddr=127.0.0.1 Port=[%d-%d] CPUs=2 State=UNKNOWN
                PartitionName=p Nodes=n[1-3] Default=YES State=UP
                """.formatted(
                        System.getProperty("user.name"),
                        freePort(),
                        Files.createDirectory(dir.resolve("state")),
                        dir.resolve("pid"),
                        1,
                        3));
        script("scontrol", "SLURM_CONF=" + conf + " exec scontrol \"$@\"");
        script("squeue", "SLURM_CONF=" + conf + " exec squeue \"$@\"");
        controller = new ProcessBuilder("slurmctld", "-D", "-f", conf.toString())
                .redirectErrorStream(true)
                .redirectOutput(dir.resolve("log").toFile())
                .start();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> scontrol("show", "node", "-o", "n1").contains("State="));
    }

    @AfterEach
    void end() throws InterruptedException {
        controller.destroy();
        controller.waitFor();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private Path script(String name, String line) throws IOException {
        Path file = Files.writeString(dir.resolve(name), "#!/bin/sh\n" + line + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private String scontrol(String... words) {
        List<String> argv = new ArrayList<>(List.of(dir.resolve("scontrol").toString()));
        argv.addAll(List.of(words));
        return PROGRAMS.run(argv).out();
    }

    private SlurmHook hook() {
        return new SlurmHook(
                PROGRAMS,
                dir.resolve("scontrol").toString(),
                dir.resolve("squeue").toString());
    }

    @Test
    void drainsAndGivesBack() {
        assertThat(hook().isDrained("n1")).isFalse();
        assertThat(hook().drain("n1")).isEqualTo(new Progress.Done());
        assertThat(scontrol("show", "node", "-o", "n1")).contains("DRAIN").contains("Reason=ibportal");
        assertThat(scontrol("show", "node", "-o", "n2")).doesNotContain("DRAIN");
        assertThat(hook().drain("n1")).as("again").isEqualTo(new Progress.Done());
        assertThat(hook().giveBack("n1")).isEqualTo(new Progress.Done());
        assertThat(scontrol("show", "node", "-o", "n1")).doesNotContain("DRAIN");
    }

    /** Whose reason it was is not touched either. */
    @Test
    void whatSomebodyElseDrainedIsSeenAsDrained() {
        scontrol("update", "NodeName=n2", "State=DRAIN", "Reason=bad fan");

        assertThat(hook().isDrained("n2")).isTrue();
        assertThat(hook().drain("n2")).isEqualTo(new Progress.Done());
        assertThat(scontrol("show", "node", "-o", "n2")).contains("Reason=bad fan");
    }

    @Test
    void aNodeThatSlurmDoesNotKnowFailsAndAListOfNodesIsNone() {
        assertThat(hook().drain("n9"))
                .isInstanceOfSatisfying(
                        Progress.Failed.class,
                        failed -> assertThat(failed.reason()).contains("n9"));
        assertThat(hook().drain("n[1-3]")).isInstanceOf(Progress.Failed.class);
        assertThat(scontrol("show", "node", "-o", "n1")).doesNotContain("DRAIN");
    }

    /** No job can run here, so what is told of one is made up, as scontrol prints it. */
    @Test
    void aRunningJobIsWaitedForAndNamed() throws IOException {
        Path scontrol = script("busy", "echo 'NodeName=n1 State=MIXED+DRAIN ThreadsPerCore=1'");
        Path squeue = script("jobs", "echo 'job 17 of ada'");
        SlurmHook hook = new SlurmHook(PROGRAMS, scontrol.toString(), squeue.toString());

        assertThat(hook.drain("n1")).isEqualTo(new Progress.Going("job 17 of ada"));
    }
}
