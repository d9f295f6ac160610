package dev.ibportal.daemon.host.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinuxCommandRunnerTest {
    @TempDir
    private Path bin;

    private void program(String name, String... lines) throws IOException {
        Path file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private LinuxCommandRunner runner(String... allowed) {
        return new LinuxCommandRunner(
                bin.toString(), Set.of(allowed), List.of("PASSED"), Map.of("PASSED", "yes", "SECRET", "no"));
    }

    @Test
    void statusOutputAndErrorsAreCaptured() throws IOException {
        program("tool", "echo \"out $1\"; echo \"err $2\" >&2; exit 3");

        CommandResult result = runner("tool").run(Command.of("tool", "a b", "$(reboot);'\""));

        assertThat(result.outcome()).isEqualTo(CommandResult.Outcome.EXITED);
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.stdout()).isEqualTo("out a b\n");
        assertThat(result.stderr()).isEqualTo("err $(reboot);'\"\n");
        assertThat(result.describe()).contains("status 3", "err");
    }

    @Test
    void onlyAllowedNamesAreRun() throws IOException {
        program("other", "echo other");

        CommandResult result = runner("tool").run(Command.of("other"));

        assertThat(result.outcome()).isEqualTo(CommandResult.Outcome.NOT_STARTED);
        assertThat(result.describe()).contains("other", bin.toString());
    }

    @Test
    void aPathIsNoName() throws IOException {
        program("tool", "echo tool");

        assertThat(runner("tool")
                        .run(Command.of(bin.resolve("tool").toString()))
                        .outcome())
                .isEqualTo(CommandResult.Outcome.NOT_STARTED);
    }

    @Test
    void programsAreResolvedOnceAtTheStart() throws IOException {
        LinuxCommandRunner runner = runner("late");
        program("late", "echo late");

        assertThat(runner.knows("late")).isFalse();
        assertThat(runner.run(Command.of("late")).succeeded()).isFalse();
    }

    @Test
    void theEnvironmentIsAnAllowListInTheCLocale() throws IOException {
        program("tool", "echo \"$PASSED,$SECRET,$LC_ALL,$HOME\"");

        assertThat(runner("tool").run(Command.of("tool")).stdout()).isEqualTo("yes,,C,\n");
    }

    @Test
    void standardInputIsEmpty() throws IOException {
        program("tool", "/bin/cat; echo end");

        assertThat(runner("tool").run(Command.of("tool")).stdout()).isEqualTo("end\n");
    }

    @Test
    void aTimeOutKillsTheWholeFamily() throws IOException {
        Path pids = bin.resolve("pids");
        program(
                "tool",
                "/bin/sleep 60 & echo $! > " + pids,
                "/bin/sh -c '/bin/sleep 61 & echo $! >> " + pids + "; wait'");
        Duration limit = Duration.ofMillis(400);
        List<String> children = List.of();
        // A busy machine may not even have started both within a short time.
        while (children.size() < 2) {
            limit = limit.multipliedBy(2);
            Files.deleteIfExists(pids);
            Instant start = Instant.now();

            CommandResult result = runner("tool").run(Command.of("tool").within(limit));

            assertThat(result.timedOut()).isTrue();
            assertThat(result.describe()).contains(limit.toMillis() + " ms");
            assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(40));
            children = Files.exists(pids) ? Files.readAllLines(pids) : List.of();
        }
        List<String> family = children;
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .until(() -> family.stream()
                        .noneMatch(pid -> ProcessHandle.of(Long.parseLong(pid))
                                .filter(ProcessHandle::isAlive)
                                .isPresent()));
    }

    @Test
    void outputIsCapped() throws IOException {
        program("tool", "/usr/bin/head -c 6000000 /dev/zero");

        assertThat(runner("tool").run(Command.of("tool")).stdout()).hasSize(4 << 20);
    }
}
