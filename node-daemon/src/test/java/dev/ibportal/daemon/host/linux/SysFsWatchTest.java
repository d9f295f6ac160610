package dev.ibportal.daemon.host.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SysFsWatchTest {
    @TempDir
    private Path root;

    @Test
    void aKeyThatArrivesIsNoticedSoon() throws IOException {
        Path table = Files.createDirectories(root.resolve("class/infiniband/mlx5_0/ports/1/pkeys"));
        Files.writeString(table.resolve("1"), "0x0000\n");
        AtomicInteger told = new AtomicInteger();
        var watch = new SysFsWatch(new LinuxSysFs(root), Duration.ofMillis(20));
        try (var subscription = watch.subscribe(change -> told.incrementAndGet())) {
            assertThat(subscription).isNotNull();
            Files.writeString(table.resolve("1"), "0x8001\n");

            await().atMost(Duration.ofSeconds(30)).until(() -> told.get() > 0);
        }
    }
}
