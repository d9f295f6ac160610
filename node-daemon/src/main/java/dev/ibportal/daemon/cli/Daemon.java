package dev.ibportal.daemon.cli;

import dev.ibportal.daemon.enrol.PortalChannels;
import dev.ibportal.daemon.session.NodeAgent;
import dev.ibportal.daemon.session.SessionSettings;
import dev.ibportal.daemon.session.SharedRuntime;
import dev.ibportal.daemon.state.StateDir;
import dev.ibportal.daemon.state.StateLock;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The process that stays: runs until it is told to stop. */
final class Daemon {
    private static final Logger LOG = LoggerFactory.getLogger(Daemon.class);

    private static final int IDLE_SECONDS = 10;
    private static final int REQUESTS_MILLIS = 300;
    private static final int STOP_SECONDS = 20;

    private Daemon() {}

    static int run(DaemonConfig config) throws IOException, InterruptedException {
        Logs.to(config.logLevel());
        try (StateLock owned = StateDir.open(config.stateDir()).own()) {
            return run(config, owned.dir());
        }
    }

    private static int run(DaemonConfig config, StateDir state) throws IOException, InterruptedException {
        SharedRuntime runtime = runtime(config);
        try (PortalChannels channels = new PortalChannels(1)) {
            NodeAgent agent = new Wiring(config, runtime, channels).agent(state);
            CountDownLatch stop = new CountDownLatch(1);
            Thread hook = new Thread(() -> stop(agent, stop), "stop");
            Runtime.getRuntime().addShutdownHook(hook);
            LOG.info("ibnoded {} runs, portal {}", Version.text(), config.portal());
            agent.start();
            Requests requests = new Requests(state, runtime.clock());
            Requests.Work work = new Requests.Work(agent::apply, agent::rollback);
            requests.tidy();
            runtime.timer()
                    .scheduleWithFixedDelay(
                            () -> requests.serve(work), REQUESTS_MILLIS, REQUESTS_MILLIS, TimeUnit.MILLISECONDS);
            stop.await();
        }
        return ExitCode.OK;
    }

    private static void stop(NodeAgent agent, CountDownLatch stopped) {
        try {
            agent.stop().get(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("the end was not orderly: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        stopped.countDown();
    }

    static SharedRuntime runtime(DaemonConfig config) {
        // As many as there are things under way, which the lanes keep few; idle ones end.
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                new DefaultThreadFactory("work", true));
        SessionSettings usual = SessionSettings.USUAL;
        return new SharedRuntime(
                threads,
                Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("timer", true)),
                Clock.systemUTC(),
                new SecureRandom(),
                new SessionSettings(
                        config.reconnectSpread(),
                        usual.reconnectCap(),
                        config.resync(),
                        usual.inventory(),
                        usual.renewalCheck()));
    }
}
