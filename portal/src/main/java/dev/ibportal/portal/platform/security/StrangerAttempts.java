package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.fault.FaultWriter;
import dev.ibportal.portal.platform.jobs.Ticker;
import dev.ibportal.portal.platform.web.TurnedAway;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.vertx.http.runtime.security.QuarkusHttpUser;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;

/**
 * Keeps what strangers try, and does not let them fill the log: of the attempts of one kind from one network the first is
 * written down at once, and the others as a number when a minute has passed.
 */
@ApplicationScoped
class StrangerAttempts {
    static final Duration WINDOW = Duration.ofMinutes(1);

    private static final Logger LOG = Logger.getLogger(StrangerAttempts.class);
    private static final Duration PAUSE = Duration.ofSeconds(10);
    private static final int MOST_WINDOWS = 5000;
    private static final int MOST_WAITING = 1000;
    private static final String NOTED = "ibportal.attempt-noted";

    private final Instance<Denials> listeners;
    private final Clock clock;
    private final Ticker ticker;
    private final Map<Key, Window> windows = new LinkedHashMap<>();
    private final AtomicLong lost = new AtomicLong();
    private final ThreadPoolExecutor writer = new ThreadPoolExecutor(
            1, 1, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(MOST_WAITING), StrangerAttempts::thread);

    StrangerAttempts(Instance<Denials> listeners, Clock clock, Ticker ticker) {
        this.listeners = listeners;
        this.clock = clock;
        this.ticker = ticker;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "attempts");
        thread.setDaemon(true);
        return thread;
    }

    private record Key(String network, String action) {
        static final Key OTHERS = new Key("", "");
    }

    /** @param first the attempt that was written down; those after it are only counted */
    private record Window(Attempt first, Instant since, Instant last, long more) {
        Window oneMore(Instant at) {
            return new Window(first, since, at, more + 1);
        }

        Attempt counted() {
            return first.more(
                    "; " + more + " more like it",
                    Map.of("more", more, "since", since.toString(), "until", last.toString()));
        }

        /** One of the same kind that began later. */
        Window and(Window later) {
            return new Window(first, since, later.last, more + later.more + 1);
        }
    }

    void atStart(@Observes StartupEvent event) {
        ticker.every(PAUSE, "counting attempts of strangers", () -> sweep(clock.instant()));
    }

    /** A request that ends because nobody knows who makes it, for whatever reason. To open a page is no attempt. */
    void turnedAway(RoutingContext context) {
        boolean visit = FaultWriter.wantsPage(context.request())
                && context.request().method().name().equals("GET");
        String authorization = context.request().getHeader("Authorization");
        boolean password =
                authorization != null && authorization.toLowerCase(Locale.ROOT).startsWith("basic ");
        DomainFault fault = context.get(FaultWriter.KEY);
        // Where nobody could tell whether the token is good, nothing was denied.
        boolean unknown = fault instanceof DomainFault.Unavailable;
        if (visit || password || unknown || context.get(NOTED) != null) {
            return;
        }
        context.put(NOTED, true);
        String reason = fault == null ? "not logged in" : fault.problem().detail();
        note(
                authorization == null
                        ? Attempt.of(context, request(context), "endpoint", context.normalizedPath(), reason)
                        : Attempt.of(context, "session.token", "token", shown(authorization), reason));
    }

    /** The beginning of a token, which lists show too, and only of what can be one. */
    private static String shown(String authorization) {
        String[] parts = authorization.strip().split("\\s+", 2);
        return parts.length == 2 && Secrets.isToken(parts[1]) ? Secrets.shown(parts[1]) : "";
    }

    private static String request(RoutingContext context) {
        return "request." + context.request().method().name().toLowerCase(Locale.ROOT);
    }

    /** A session that has ended, whatever its browser asked for. */
    void endedSession(RoutingContext context, String reason) {
        note(Attempt.of(context, "session.cookie", "session", "", reason));
    }

    void turnedAway(@Observes TurnedAway refused) {
        RoutingContext context = refused.context();
        Attempt attempt = Attempt.of(context, request(context), "endpoint", context.normalizedPath(), refused.reason());
        person(context).ifPresentOrElse(actor -> write(attempt.by(actor)), () -> note(attempt));
    }

    /** What is open to strangers is found only by a secret. */
    void notFound(RoutingContext context, DomainFault.NotFound fault) {
        note(Attempt.of(
                context,
                request(context),
                fault.kind(),
                fault.id(),
                fault.problem().detail()));
    }

    private static Optional<Actor> person(RoutingContext context) {
        return context.user() instanceof QuarkusHttpUser user
                ? ActorPrincipal.of(user.getSecurityIdentity())
                : Optional.empty();
    }

    void note(Attempt attempt) {
        Instant now = clock.instant();
        synchronized (windows) {
            Key key = new Key(new Place(attempt.source(), null).network(), attempt.action());
            if (!windows.containsKey(key) && windows.size() >= MOST_WINDOWS) {
                key = Key.OTHERS;
            }
            Window open = windows.get(key);
            if (open != null) {
                windows.put(key, open.oneMore(now));
                return;
            }
            windows.put(key, new Window(attempt, now, now, 0));
        }
        write(attempt);
    }

    /** Ends the windows whose time is over; a number that cannot be written down now is kept for the next time. */
    void sweep(Instant now) {
        Map<Key, Window> over = new LinkedHashMap<>();
        synchronized (windows) {
            for (Iterator<Map.Entry<Key, Window>> all = windows.entrySet().iterator(); all.hasNext(); ) {
                Map.Entry<Key, Window> window = all.next();
                if (!window.getValue().since().plus(WINDOW).isAfter(now)) {
                    all.remove();
                    over.put(window.getKey(), window.getValue());
                }
            }
        }
        long unkept = lost.getAndSet(0);
        if (unkept > 0) {
            LOG.warnf("%d attempts of strangers came faster than they could be kept", unkept);
        }
        over.forEach((key, window) -> {
            if (window.more() > 0 && !accepted(window.counted())) {
                synchronized (windows) {
                    windows.merge(key, window, (newer, older) -> older.and(newer));
                }
            }
        });
    }

    private void write(Attempt attempt) {
        if (!accepted(attempt)) {
            lost.incrementAndGet();
        }
    }

    private boolean accepted(Attempt attempt) {
        try {
            writer.execute(() -> keep(attempt));
            return true;
        } catch (RejectedExecutionException full) {
            return false;
        }
    }

    private void keep(Attempt attempt) {
        try {
            listeners.forEach(listener -> listener.denied(attempt));
        } catch (RuntimeException e) {
            LOG.errorf(e, "an attempt of a stranger could not be kept");
        }
    }

    @PreDestroy
    void stop() {
        writer.shutdownNow();
    }
}
