package dev.ibportal.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Looks again until something is so. */
public final class Waiting {
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();

    private Waiting() {}

    /**
     * @param missing what is still missing, in plain words; empty when nothing is
     * @throws DemoException with what is missing, when the time is over
     */
    public static void until(Duration patience, Supplier<Optional<String>> missing) {
        long end = System.nanoTime() + patience.toNanos();
        for (Optional<String> left = missing.get(); left.isPresent(); left = missing.get()) {
            if (System.nanoTime() > end) {
                throw new DemoException("After " + patience.toSeconds() + " s: " + left.get());
            }
            pause();
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DemoException("Interrupted while waiting");
        }
    }

    public static void ready(Child portal, Ports ports, Duration patience) {
        URI ready = URI.create("http://127.0.0.1:" + ports.management() + "/q/health/ready");
        until(patience, () -> {
            portal.requireAlive();
            return answersOk(ready) ? Optional.empty() : Optional.of("the portal is not ready, see " + ready);
        });
    }

    private static boolean answersOk(URI uri) {
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(5)).build();
            return CLIENT.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DemoException("Interrupted while waiting for the portal");
        }
    }
}
