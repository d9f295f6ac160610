package dev.ibportal.daemon.host.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkWatchTest {
    @TempDir
    private Path bin;

    private LinuxCommandRunner runner(String script) throws IOException {
        Path ip = Files.writeString(bin.resolve("ip"), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(ip, PosixFilePermissions.fromString("rwxr-xr-x"));
        return new LinuxCommandRunner(bin + ":/usr/bin:/bin", List.of(), Map.of());
    }

    @Test
    void aBurstOfEventsIsOneLook() throws IOException {
        AtomicInteger heard = new AtomicInteger();
        LinuxCommandRunner runner = runner("for i in 1 2 3 4 5 6 7 8 9; do echo event $i; done; exec sleep 60");
        try (var watching = new LinkWatch(runner).subscribe(heard::incrementAndGet)) {
            assertThat(watching).isNotNull();
            await().atMost(Duration.ofSeconds(5)).until(() -> heard.get() == 1);
            await().during(Duration.ofMillis(300)).atMost(Duration.ofSeconds(2)).until(() -> heard.get() == 1);
        }
    }

    @Test
    void oneThatEndsIsStartedAgain() throws IOException {
        AtomicInteger heard = new AtomicInteger();
        try (var watching = new LinkWatch(runner("echo event")).subscribe(heard::incrementAndGet)) {
            assertThat(watching).isNotNull();
            await().atMost(Duration.ofSeconds(10)).until(() -> heard.get() >= 2);
        }
    }

    @Test
    void theProgramEndsWithTheWatch() throws IOException {
        LinuxCommandRunner runner = runner("echo $$ > " + bin + "/pid; exec sleep 60");
        var watching = new LinkWatch(runner).subscribe(() -> {});
        Path file = bin.resolve("pid");
        await().atMost(Duration.ofSeconds(5))
                .until(() -> Files.exists(file) && !Files.readString(file).isBlank());
        long pid = Long.parseLong(Files.readString(file).strip());
        watching.close();

        await().atMost(Duration.ofSeconds(5))
                .until(() ->
                        ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    }
}
