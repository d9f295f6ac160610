package dev.ibportal.portal.platform.config;

import dev.ibportal.portal.platform.cli.StartFailure;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Starts the data store, then the portal; ends them in the opposite order. */
@QuarkusMain
public final class Main {
    private static final Logger LOG = Logger.getLogger(Main.class);
    private static final long PATIENCE_SECONDS = 30;

    // Read by the thread that ends the database, whatever the main thread has come to.
    private static volatile AutoCloseable database = () -> {};
    private static volatile CountDownLatch ended = new CountDownLatch(0);

    public static void main(String... args) {
        // The portal looks at addresses itself, and says what is wrong with one; Quarkus would answer nothing but 400.
        System.setProperty("vertx.disableURIValidation", "true");
        EarlySettings settings = EarlySettings.read();
        WebSetup.of(settings.portal().web(), settings::find).forEach(System::setProperty);
        // Before the database is begun: a portal may be told to end while it makes its first one, which takes some
        // seconds.
        Runtime.getRuntime().addShutdownHook(new Thread(Main::closeDatabase, "database-stop"));
        DbSetup.prepare(settings.portal(), begun -> database = begun);
        ended = new CountDownLatch(1);
        AtomicInteger code = new AtomicInteger(1);
        try {
            // The usual handler exits at once, which never returns while the JVM is being shut down.
            Quarkus.run(null, (result, failure) -> end(code, result, failure), args);
        } finally {
            ended.countDown();
        }
        System.exit(code.get());
    }

    private static void end(AtomicInteger code, int result, @Nullable Throwable failure) {
        code.set(result);
        if (failure != null) {
            StartFailure.tell(failure);
        }
    }

    private static void closeDatabase() {
        try {
            if (!ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("the portal takes long to end; stopping its database now");
            }
            database.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            LOG.warn("the database did not stop", e);
        }
    }
}
