package dev.ibportal.portal.platform.config;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/** Starts the data store, then the portal; ends them in the opposite order. */
@QuarkusMain
public final class Main {
    private static final Logger LOG = Logger.getLogger(Main.class);
    private static final long PATIENCE_SECONDS = 30;

    public static void main(String... args) {
        AutoCloseable database = DbSetup.prepare(EarlySettings.read());
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> closeAfter(ended, database), "database-stop"));
        try {
            Quarkus.run(args);
        } finally {
            ended.countDown();
        }
    }

    private static void closeAfter(CountDownLatch ended, AutoCloseable database) {
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
