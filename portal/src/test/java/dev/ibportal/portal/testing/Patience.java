package dev.ibportal.portal.testing;

import io.quarkus.test.junit.callback.QuarkusTestBeforeClassCallback;
import java.time.Duration;
import org.awaitility.Awaitility;

/** A busy machine may take longer than Awaitility's ten seconds. Who waits for what comes soon waits no longer. */
public final class Patience implements QuarkusTestBeforeClassCallback {
    private static final Duration LONG = Duration.ofSeconds(60);

    @Override
    public void beforeClass(Class<?> testClass) {
        Awaitility.setDefaultTimeout(LONG);
    }
}
