package dev.ibportal.daemon.diagnose;

import dev.ibportal.diagnosis.Fact;
import dev.ibportal.diagnosis.FactKey;
import dev.ibportal.diagnosis.Told;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Looks at many things at once, each for a limited time. What goes wrong with one look is told by its facts alone. */
final class Gathering {
    private final ExecutorService threads;
    private final Clock clock;
    private final Duration limit;

    Gathering(ExecutorService threads, Clock clock, Duration limit) {
        this.threads = threads;
        this.clock = clock;
        this.limit = limit;
    }

    private record Running(Look look, Future<List<Fact>> facts) {}

    List<Fact> all(List<Look> looks) {
        List<Running> running = looks.stream()
                .map(look -> new Running(look, threads.submit(() -> facts(look))))
                .toList();
        long end = System.nanoTime() + limit.toNanos();
        List<Fact> facts = new ArrayList<>();
        running.forEach(each -> facts.addAll(wait(each, end - System.nanoTime())));
        return facts;
    }

    private List<Fact> facts(Look look) {
        Map<FactKey, Told> told = look.work().get();
        return look.keys().stream()
                .map(key -> new Fact(
                        key,
                        look.source(),
                        clock.instant(),
                        told.getOrDefault(key, new Told.Unknown("it was not in the answer"))))
                .toList();
    }

    private List<Fact> wait(Running one, long nanos) {
        try {
            return one.facts().get(Math.max(1, nanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            one.facts().cancel(true);
            return unknown(one.look(), "no answer within " + limit.toMillis() + " ms");
        } catch (ExecutionException e) {
            return unknown(one.look(), "it could not be understood: " + e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return unknown(one.look(), "the look was broken off");
        }
    }

    private List<Fact> unknown(Look look, String why) {
        return look.keys().stream()
                .map(key -> new Fact(key, look.source(), clock.instant(), new Told.Unknown(why)))
                .toList();
    }
}
