package dev.ibportal.daemon.host.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileWatchTest {
    @TempDir
    private Path root;

    @Test
    void aFileThatChangesIsHeardOfWithinASecond() throws IOException {
        Path directory = Files.createDirectories(root.resolve("etc/network/interfaces.d"));
        AtomicInteger heard = new AtomicInteger();
        try (var watching = new FileWatch(root, List.of("/etc/network/interfaces.d", "/etc/not-there"))
                .subscribe(change -> heard.incrementAndGet())) {
            assertThat(watching).isNotNull();
            await().atMost(Duration.ofSeconds(5)).untilAsserted(() -> {
                Files.writeString(directory.resolve("probe"), "" + System.nanoTime());
                assertThat(heard.get()).isPositive();
            });
            await().atMost(Duration.ofSeconds(30)).until(() -> heardWithinASecond(directory, heard));
        }
    }

    /** A machine that is busy with other things may miss it once. */
    private static boolean heardWithinASecond(Path directory, AtomicInteger heard) throws IOException {
        await().during(Duration.ofMillis(300)).until(() -> true);
        int before = heard.get();
        Files.writeString(directory.resolve("mine"), "changed " + before);
        long changed = System.nanoTime();
        await().until(() -> heard.get() > before);
        return System.nanoTime() - changed < TimeUnit.SECONDS.toNanos(1);
    }
}
