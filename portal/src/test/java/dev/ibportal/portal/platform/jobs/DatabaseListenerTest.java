package dev.ibportal.portal.platform.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.ibportal.portal.platform.db.FabricDb;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@QuarkusTest
class DatabaseListenerTest {
    @Inject
    FabricDb db;

    /** Its wait for notifications lasts 10 s; whoever stops the portal shall not have to sit it out. */
    @Test
    void stopsWithoutSittingOutItsWait() throws InterruptedException {
        CountDownLatch listening = new CountDownLatch(1);
        DatabaseListener listener = new DatabaseListener(db, List.of(wakeUp -> listening.countDown()));
        listener.start();
        assertThat(listening.await(30, TimeUnit.SECONDS)).isTrue();

        assertTimeoutPreemptively(Duration.ofSeconds(5), listener::stop);
    }
}
