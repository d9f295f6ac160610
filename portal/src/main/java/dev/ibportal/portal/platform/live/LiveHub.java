package dev.ibportal.portal.platform.live;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.live.Change.Kind;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.subscription.BackPressureStrategy;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Where writers of status say that something changed, after their commit. Open pages that show it are told so, at most a
 * few times a second each, and never what it was. Calls are cheap and never block.
 */
@ApplicationScoped
public class LiveHub {
    /** Fewer than the six connections a browser opens to one host, so that pages still load beside the streams. */
    static final int STREAMS_PER_PERSON = 4;

    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration STREAM_LIFE = Duration.ofMinutes(15);
    private static final String ENDED = "ended";
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(20);

    private final Set<LiveStream> streams = ConcurrentHashMap.newKeySet();
    private final Duration keepAlive;
    private final Executor later = CompletableFuture.delayedExecutor(PAUSE.toMillis(), TimeUnit.MILLISECONDS);

    LiveHub() {
        this(KEEP_ALIVE);
    }

    LiveHub(Duration keepAlive) {
        this.keepAlive = keepAlive;
    }

    /** The node's state, facts or ports. */
    public void nodeChanged(UUID node) {
        publish(new Change(Kind.NODE, node, null, false));
    }

    /** The node has reported, and nothing is new that all of its tenants see: one of them may have been the reason. */
    public void nodeReported(UUID node) {
        publish(new Change(Kind.NODE, node, null, true));
    }

    /** The state of the fabric's subnet manager. */
    public void fabricChanged(UUID fabric) {
        publish(new Change(Kind.FABRIC, fabric, null, false));
    }

    /** The fabric was read or told something, for whatever tenant, and its state is what it was. */
    public void fabricRead(UUID fabric) {
        publish(new Change(Kind.FABRIC, fabric, null, true));
    }

    /** A partition's own state. */
    public void partitionChanged(UUID partition, UUID tenant) {
        publish(new Change(Kind.PARTITION, partition, tenant, false));
    }

    /** State of a membership, of its interface or of the addresses on it. */
    public void memberChanged(UUID partition, UUID node, UUID tenant) {
        publish(new Change(Kind.PARTITION, partition, tenant, false));
        publish(new Change(Kind.NODE, node, tenant, false));
    }

    private void publish(Change change) {
        for (LiveStream stream : streams) {
            if (stream.watch().wants(change)) {
                stream.wake();
            }
        }
    }

    /**
     * Names of events for a page: {@code hello} at once, then {@code changed} or {@code alive}.
     *
     * @param stillAllowed asked now and then, on a thread that may block; the stream ends when it says no
     */
    Multi<String> open(UUID person, Watch watch, BooleanSupplier stillAllowed) {
        if (streams.stream().filter(stream -> stream.person().equals(person)).count() >= STREAMS_PER_PERSON) {
            throw new DomainFault.TooMany(
                    STREAMS_PER_PERSON + " live streams of yours are open already; this page asks every few seconds.",
                    30);
        }
        Multi<String> changes = Multi.createFrom()
                .<String>emitter(
                        emitter -> {
                            LiveStream stream = new LiveStream(person, watch, later, emitter);
                            streams.add(stream);
                            emitter.onTermination(() -> streams.remove(stream));
                            emitter.emit("hello");
                        },
                        BackPressureStrategy.LATEST);
        Multi<String> alive = Multi.createFrom()
                .ticks()
                .startingAfter(keepAlive)
                .every(keepAlive)
                .onOverflow()
                .drop()
                .onItem()
                .transformToUniAndConcatenate(tick -> Uni.createFrom()
                        .item(() -> stillAllowed.getAsBoolean() ? "alive" : ENDED)
                        .runSubscriptionOn(Infrastructure.getDefaultWorkerPool()));
        return Multi.createBy()
                .merging()
                .streams(changes, alive)
                .select()
                .first(name -> !name.equals(ENDED))
                .select()
                .first(STREAM_LIFE);
    }

    int openStreams() {
        return streams.size();
    }

    @PreDestroy
    void stop() {
        streams.forEach(LiveStream::end);
    }
}
