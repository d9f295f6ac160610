package dev.ibportal.daemon.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A busy machine may take longer than Awaitility's ten seconds. Who waits for what comes soon waits no longer. */
public final class Patience implements BeforeAllCallback {
    private static final Duration LONG = Duration.ofSeconds(60);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(LONG);
    }
}
