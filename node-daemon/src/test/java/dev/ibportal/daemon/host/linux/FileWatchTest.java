package dev.ibportal.daemon.host.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
                .subscribe(heard::incrementAndGet)) {
            assertThat(watching).isNotNull();
            await().atMost(Duration.ofSeconds(5)).untilAsserted(() -> {
                Files.writeString(directory.resolve("probe"), "" + System.nanoTime());
                assertThat(heard.get()).isPositive();
            });
            await().during(Duration.ofMillis(300)).until(() -> true);
            int before = heard.get();
            Files.writeString(directory.resolve("mine"), "changed");
            await().atMost(Duration.ofSeconds(1)).until(() -> heard.get() > before);
        }
    }
}
