package dev.ibportal.portal.platform.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkerTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    private final AtomicInteger rounds = new AtomicInteger();
    private Worker worker = new Worker("none", LONG, () -> {});

    @AfterEach
    void stop() {
        worker.stop();
    }

    @Test
    void wakeUpsDuringARoundGiveOneMore() throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        worker = new Worker("test", LONG, () -> {
            inside.countDown();
            await(go);
            rounds.incrementAndGet();
        });
        worker.start();
        assertThat(inside.await(30, TimeUnit.SECONDS)).isTrue();

        worker.wake();
        worker.wake();
        worker.wake();
        go.countDown();

        Awaitility.await().until(() -> rounds.get() >= 2);
        worker.stop();
        assertThat(rounds).hasValue(2);
    }

    @Test
    void looksByItselfAndAgainAfterAFailure() {
        worker = new Worker("test", Duration.ofMillis(20), () -> {
            if (rounds.incrementAndGet() == 1) {
                throw new IllegalStateException("first round");
            }
        });
        worker.start();

        Awaitility.await().until(() -> rounds.get() >= 4);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
