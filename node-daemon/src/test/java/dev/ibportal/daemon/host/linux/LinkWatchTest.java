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
    private static final int EVENTS = 500;

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
        Path events = Files.writeString(bin.resolve("events"), "event\n".repeat(EVENTS));
        LinuxCommandRunner runner = runner("/bin/cat " + events + "; exec sleep 60");
        try (var watching = new LinkWatch(runner).subscribe(change -> heard.incrementAndGet())) {
            assertThat(watching).isNotNull();
            await().atMost(Duration.ofSeconds(30)).until(() -> heard.get() >= 1);
            await().during(Duration.ofMillis(300)).until(() -> true);
            // One, unless a busy machine draws the burst out over several times its length.
            assertThat(heard.get()).isLessThan(EVENTS / 50);
        }
    }

    @Test
    void oneThatEndsIsStartedAgain() throws IOException {
        AtomicInteger heard = new AtomicInteger();
        try (var watching = new LinkWatch(runner("echo event")).subscribe(change -> heard.incrementAndGet())) {
            assertThat(watching).isNotNull();
            await().atMost(Duration.ofSeconds(30)).until(() -> heard.get() >= 2);
        }
    }

    @Test
    void theProgramEndsWithTheWatch() throws IOException {
        LinuxCommandRunner runner = runner("echo $$ > " + bin + "/pid; exec sleep 60");
        var watching = new LinkWatch(runner).subscribe(change -> {});
        Path file = bin.resolve("pid");
        await().atMost(Duration.ofSeconds(30))
                .until(() -> Files.exists(file) && !Files.readString(file).isBlank());
        long pid = Long.parseLong(Files.readString(file).strip());
        watching.close();

        await().atMost(Duration.ofSeconds(30))
                .until(() ->
                        ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    }
}
