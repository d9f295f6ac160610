package dev.ibportal.daemon.session;

import dev.ibportal.agent.v1.Goodbye;
import dev.ibportal.agent.v1.GoodbyeReason;
import dev.ibportal.agent.v1.Heartbeat;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.agent.v1.Welcome;
import dev.ibportal.daemon.enrol.Failures;
import dev.ibportal.daemon.enrol.Identity;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one daemon connected: dials, says hello, beats, and dials again after the wait that the end of the last session
 * calls for. Everything runs on one lane.
 */
public final class SessionLoop {
    private static final Logger LOG = LoggerFactory.getLogger(SessionLoop.class);

    private final Line line;
    private final Dialogue dialogue;
    private final SharedRuntime runtime;
    private final Lane lane;
    private final Backoff backoff;
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();

    private @Nullable Connection connection;
    private @Nullable Identity shown;
    private @Nullable ScheduledFuture<?> redial;
    private @Nullable ScheduledFuture<?> beat;
    private @Nullable ScheduledFuture<?> patience;
    private Instant nextRenewal = Instant.MIN;
    private boolean welcomed;
    private boolean stopping;
    private boolean retired;

    SessionLoop(Line line, Dialogue dialogue, SharedRuntime runtime, Lane lane) {
        this.line = line;
        this.dialogue = dialogue;
        this.runtime = runtime;
        this.lane = lane;
        SessionSettings settings = runtime.settings();
        this.backoff = new Backoff(settings.reconnectSpread(), settings.reconnectCap(), runtime.random());
    }

    void start() {
        lane.execute(this::dial);
        long check = runtime.settings().renewalCheck().toMillis();
        runtime.timer()
                .scheduleWithFixedDelay(() -> lane.execute(this::renewIfDue), check, check, TimeUnit.MILLISECONDS);
    }

    /** Ends the session in good order; done when the portal has seen it or after a short wait. */
    CompletableFuture<Void> stop() {
        lane.execute(() -> {
            stopping = true;
            cancel(redial);
            if (connection == null) {
                stopped.complete(null);
            } else {
                connection.finish();
                Connection last = connection;
                after(SessionSettings.GOODBYE_LIMIT, () -> ended(last, null, null));
            }
        });
        return stopped;
    }

    private void dial() {
        if (stopping || retired || connection != null) {
            return;
        }
        Identity identity = line.identity();
        shown = identity;
        welcomed = false;
        Connection dialled = new Connection(line.channel(identity), lane, new StreamEvents());
        connection = dialled;
        line.board().dialling();
        dialled.open();
        dialled.send(SessionRequest.newBuilder().setHello(dialogue.hello()).build());
        patience = after(
                SessionSettings.WELCOME_LIMIT,
                () -> ended(dialled, null, "no welcome within " + SessionSettings.WELCOME_LIMIT.toSeconds() + " s"));
    }

    private final class StreamEvents implements Connection.Events {
        @Override
        public void message(Connection from, SessionResponse message) {
            if (from == connection) {
                received(from, message);
            }
        }

        @Override
        public void ready(Connection from) {
            if (from == connection && welcomed) {
                dialogue.ready();
            }
        }

        @Override
        public void ended(Connection from, @Nullable Throwable failure) {
            SessionLoop.this.ended(from, failure, null);
        }
    }

    private void received(Connection from, SessionResponse message) {
        switch (message.getBodyCase()) {
            case WELCOME -> welcome(from, message.getWelcome());
            case GOODBYE -> goodbye(from, message.getGoodbye());
            default -> {
                if (welcomed) {
                    dialogue.received(message);
                }
            }
        }
    }

    private void welcome(Connection from, Welcome welcome) {
        if (welcomed) {
            return;
        }
        welcomed = true;
        cancel(patience);
        backoff.reset();
        line.board().connected();
        LOG.info("{}: session with the portal {} is up", line.name(), line.portal());
        long every = welcome.hasHeartbeatInterval()
                ? Math.max(1000, Times.duration(welcome.getHeartbeatInterval()).toMillis())
                : SessionSettings.HEARTBEAT.toMillis();
        beat = runtime.timer()
                .scheduleAtFixedRate(() -> lane.execute(() -> beat(from)), every, every, TimeUnit.MILLISECONDS);
        dialogue.opened(welcome, from);
        renewIfDue();
    }

    private void beat(Connection on) {
        if (on == connection && on.isReady()) {
            on.send(SessionRequest.newBuilder()
                    .setHeartbeat(Heartbeat.newBuilder()
                            .setSentAt(Times.timestamp(runtime.clock().instant())))
                    .build());
        }
    }

    private void goodbye(Connection from, Goodbye goodbye) {
        String detail = goodbye.getDetail();
        GoodbyeReason reason = goodbye.getReason();
        Duration wait;
        switch (reason) {
            case GOODBYE_REASON_RETIRED -> {
                wait = Duration.ZERO;
                retire(detail);
            }
            case GOODBYE_REASON_IDENTITY_IN_USE -> {
                wait = backoff.slow();
                LOG.error(
                        "{}: another machine is connected with this node's identity: {}. One of the two was copied;"
                                + " stop it, or enrol this host anew. Next try in {} s.",
                        line.name(),
                        detail,
                        wait.toSeconds());
            }
            case GOODBYE_REASON_REPLACED -> {
                wait = backoff.slow();
                LOG.warn(
                        "{}: another daemon on this machine took over the session: {}. Next try in {} s.",
                        line.name(),
                        detail,
                        wait.toSeconds());
            }
            default -> {
                wait = backoff.next();
                LOG.info("{}: the portal ends the session: {}", line.name(), detail);
            }
        }
        if (goodbye.hasRetryAfter()) {
            Duration asked = Times.duration(goodbye.getRetryAfter());
            wait = wait.compareTo(asked) < 0 ? asked : wait;
        }
        close(from, retired ? "retired: " + detail : detail, wait);
    }

    private void retire(String detail) {
        retired = true;
        LOG.error(
                "{}: the portal has retired this node: {}. Not dialling again; what is configured stays as it is. To"
                        + " use this host again, enrol it anew.",
                line.name(),
                detail);
    }

    private void ended(Connection from, @Nullable Throwable failure, @Nullable String text) {
        if (from != connection) {
            return;
        }
        String why =
                text != null ? text : failure == null ? "the portal closed the stream" : Failures.describe(failure);
        if (Failures.reason(failure).equals("node.retired")) {
            retire(why);
            close(from, "retired: " + why, Duration.ZERO);
            return;
        }
        Duration wait = Failures.isRefusal(failure) ? backoff.slow() : backoff.next();
        if (!stopping) {
            LOG.warn(
                    "{}: {} {}: {}; next try in {} ms",
                    line.name(),
                    welcomed ? "lost the session with" : "cannot reach",
                    line.portal(),
                    line.advice(shown, why, runtime.clock().instant()),
                    wait.toMillis());
        }
        close(from, why, wait);
    }

    private void close(Connection from, String why, Duration wait) {
        from.abort();
        connection = null;
        cancel(beat);
        cancel(patience);
        if (welcomed) {
            dialogue.closed();
        }
        welcomed = false;
        line.board().disconnected(why);
        if (stopping) {
            stopped.complete(null);
        } else if (!retired) {
            redial = after(wait, this::dial);
        }
    }

    private void renewIfDue() {
        Connection on = connection;
        Identity identity = shown;
        Instant now = runtime.clock().instant();
        if (on == null || identity == null || !welcomed || now.isBefore(nextRenewal)) {
            return;
        }
        if (!line.renewalDue(identity, now)) {
            return;
        }
        // Whatever a certificate says of its life, each attempt costs the portal a signature.
        nextRenewal = now.plus(runtime.settings().renewalCheck());
        runtime.threads().execute(() -> {
            if (line.renew(on.channel(), identity)) {
                lane.execute(() -> redialWithNewIdentity(on));
            }
        });
    }

    /** The portal lets a daemon of the same machine take its own place, so the gap is one handshake. */
    private void redialWithNewIdentity(Connection on) {
        if (on == connection && !stopping) {
            on.finish();
            close(on, "changing to the renewed certificate", Duration.ZERO);
        }
    }

    private ScheduledFuture<?> after(Duration wait, Runnable job) {
        return runtime.timer().schedule(() -> lane.execute(job), wait.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static void cancel(@Nullable ScheduledFuture<?> job) {
        if (job != null) {
            job.cancel(false);
        }
    }
}
