package dev.ibportal.daemon.sm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class LinuxProcessesTest {
    private final ProcessTable processes = ProcessTable.linux();

    @Test
    void aProcessIsNamed() {
        assertThat(processes.program(ProcessHandle.current().pid())).isPresent();
    }

    @Test
    void theLowestBitOfWhatIsCaughtIsHangup() {
        assertThat(LinuxProcesses.catchesHangup(List.of("Name:\topensm", "SigCgt:\t0000000180004a03")))
                .isTrue();
        assertThat(LinuxProcesses.catchesHangup(List.of("Name:\topensm", "SigCgt:\t0000000180004a02")))
                .isFalse();
        assertThat(LinuxProcesses.catchesHangup(List.of("Name:\topensm"))).isTrue();
    }

    @Test
    void oneThatWouldBeEndedByItIsKnown() throws IOException {
        Process sleeper = new ProcessBuilder("sleep", "60").start();
        try {
            assertThat(Files.exists(Path.of("/proc/" + sleeper.pid()))).isTrue();
            assertThat(processes.catchesHangup(sleeper.pid())).isFalse();
        } finally {
            sleeper.destroyForcibly();
        }
    }

    @Test
    void noProcessIsNoProgram() {
        assertThat(processes.program(Integer.MAX_VALUE)).isEmpty();
    }
}
