package dev.ibportal.daemon.sm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class LinuxProcessesTest {
    private final ProcessTable processes = ProcessTable.linux();

    @Test
    void aJavaProcessCatchesHangupAndIsNamed() {
        long own = ProcessHandle.current().pid();

        assertThat(processes.program(own)).isPresent();
        assertThat(processes.catchesHangup(own)).isTrue();
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
